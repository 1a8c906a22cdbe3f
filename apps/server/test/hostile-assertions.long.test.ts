import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { forgingPartner, mutants } from "@repute/adapter-jwks/testing";
import type { Instant } from "@repute/domain";
import { type HostileAssertion, hostileAssertions } from "@repute/domain/testing";
import { reportFigure, scaled } from "../../../test/torture.js";
import { compose } from "../src/compose.js";
import { silentLogs } from "../src/logs.js";
import { readConfig } from "../src/settings/config.js";
import { reputeJson } from "./support/command-line.js";
import { exchange, postAssertion } from "./support/partner.js";
import { freshWorkspace } from "./support/workspace.js";

const baseUrl = "https://repute.example";
const iat = 1_780_315_200;
const refused = { error: "invalid_client", error_description: "Client authentication failed" };
const refusedAlike = `401 ${JSON.stringify({ ...refused, message: "Client authentication failed" })}`;
const atOnce = 16;

type Trail = {
  readonly items: readonly { readonly action: string }[];
  readonly failures: readonly { readonly action: string; readonly outcome: string; readonly count: number }[];
};
type Named = { readonly name: string; readonly refusal: string; readonly text: string };

/** Selects assertions that a form can contain. Other tests cover the other assertions. */
const formAssertions = (all: readonly HostileAssertion[]): Named[] =>
  all.flatMap(({ name, refusal, text }) =>
    typeof text === "string" && text !== "" && text.length < 12_000 ? [{ name, refusal, text }] : [],
  );

async function eachOf(texts: Iterable<string>, work: (text: string) => Promise<void>): Promise<void> {
  for (const text of texts) await work(text);
}

describe("a server that receives hostile assertions", () => {
  const workspace = freshWorkspace();
  let listening: Server[] = [];
  afterEach(() => {
    listening.forEach((server) => server.close().closeAllConnections());
    listening = [];
  });

  async function listen(answer: RequestListener): Promise<string> {
    // Disable the keep-alive timeout, which could close a connection while the process is suspended.
    const server = createServer({ keepAliveTimeout: 0 }, answer).listen(0, "127.0.0.1");
    listening.push(server);
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Starts a server with a fixed clock and a client whose assertions the attacker knows. */
  async function attacked() {
    let published: object[] = [];
    const origin = await listen((_, response) => response.end(JSON.stringify({ keys: published })));
    const noLimits = { RATE_LIMIT_PER_MINUTE: "0", TOKEN_RATE_LIMIT_PER_MINUTE: "0" };
    const env = { ...workspace().env, ...noLimits, JWK_URL_ALLOW: origin, BASE_URL: baseUrl };
    const reasons: (string | undefined)[] = [];
    const logs = { ...silentLogs, request: ({ reason }: { reason?: string }) => void reasons.push(reason) };
    const { domain, app, close } = await compose(
      readConfig(env),
      { replace: { clock: () => (iat * 1_000) as Instant } },
      logs,
    );
    const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
    const { clientId } = await domain.access.registerClient(id, { name: "x", jwkUrl: `${origin}/jwks.json` });
    const partner = forgingPartner(clientId, `${baseUrl}/oauth/token`, iat);
    published = [...partner.published];
    return { env, partner, reasons, close, url: await listen(app) };
  }

  it("rejects all of them with identical bytes, and reveals the reason only to its operator", async () => {
    const { env, partner, reasons, close, url } = await attacked();
    const { good, forged, maker } = partner;
    const named = [...formAssertions(hostileAssertions(maker)), ...forged];
    const count = scaled(500, 20_000);
    const answers = new Map<string, number>();
    const post = async (text: string) => {
      const response = await postAssertion(url, text);
      const answer = `${response.status} ${await response.text()}`;
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    };

    expect(named.length).toBeGreaterThanOrEqual(120);
    for (const { text } of named) await post(text);
    expect(named.map(({ name }, index) => [name, reasons[index]])).toEqual(
      named.map(({ name, refusal }) => [name, refusal]),
    );
    const bent = mutants(good[0], count);
    await Promise.all(Array.from({ length: atOnce }, () => eachOf(bent, post)));
    expect([...answers]).toEqual([[refusedAlike, named.length + count]]);
    reportFigure(
      `${named.length} named hostile assertions, ${count} mutants over HTTP: 0 accepted, 0 5xx, all 401 alike`,
    );

    for (const text of good) expect(await exchange(url, text)).toMatchObject({ status: 200 });
    await close();
    const { items, failures } = await reputeJson<Trail>(["audit", "--account", "acme"], env);
    expect(items.filter(({ action }) => action === "POST /oauth/token")).toEqual([]);
    const outcomes = failures.map(({ outcome }) => outcome);
    expect(new Set(outcomes).size).toBe(outcomes.length);
    const counted = failures.reduce((sum, { count }) => sum + count, 0);
    reportFigure(
      `${counted} of ${named.length + count} refusals named the client: ${failures.length} rows in the audit trail`,
    );
    const known = ["bad_signature", "unknown_kid", "wrong_alg", "wrong_aud", "wrong_lifetime", "expired", "wrong_jti"];
    expect(outcomes).toEqual(expect.arrayContaining(known));
    expect(items.filter(({ action }) => action === "exchange_token")).toHaveLength(good.length);
  });
});
