import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import type { Environment } from "../src/settings/setting.js";
import { printed, reputeInChild } from "./support/child-process.js";
import { reputeJson } from "./support/command-line.js";
import { freePort } from "./support/free-port.js";
import { aPartner, exchange } from "./support/partner.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const processes = scaled(2, 4);
const assertions = scaled(200, 2_000);
const atOnce = 8;
const baseUrl = "https://repute.example";

type Failure = {
  readonly outcome: string;
  readonly count: number;
  readonly first_at: string;
  readonly last_at: string;
};
type Trail = { readonly items: readonly { readonly action: string }[]; readonly failures: readonly Failure[] };
type Server = { readonly url: string; readonly env: Environment; child: ChildProcess };

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe.each(engines)("a flood of unsigned assertions on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const partner = aPartner();
  let servers: Server[] = [];
  const stop = async ({ child }: Server) => {
    const closed = once(child, "close");
    if (child.kill("SIGTERM")) await closed;
  };
  afterEach(async () => {
    await Promise.all(servers.map(stop));
    servers = [];
  });

  async function start(env: Environment): Promise<ChildProcess> {
    const child = reputeInChild(["serve"], env);
    await printed(child.stdout, /Listening on/);
    child.stdout.resume();
    return child;
  }

  /** Creates an unsigned assertion for the client. The assertion ID, the key ID and the fault depend on `number`. */
  function unsigned(clientId: string, number: number): string {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: clientId,
      sub: clientId,
      aud: `${baseUrl}/oauth/token`,
      iat,
      exp: iat + 300,
      jti: `j${number}`,
    };
    const faults = [{}, { aud: `https://${number}.example` }, { exp: iat + 300 + number }, { jti: "" }];
    const header = { alg: "RS384", kid: number % 3 ? "1" : `kid-${number}` };
    return `${base64url(header)}.${base64url({ ...claims, ...faults[number % 4] })}.${"A".repeat(342)}`;
  }

  async function flood({ url }: Server, clientId: string, first: number): Promise<number> {
    let [next, refused] = [first, 0];
    const work = async () => {
      while (next < first + assertions) {
        const { status } = await exchange(url, unsigned(clientId, (next += 1)));
        if (status === 401) refused += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return refused;
  }

  it("adds one audit row per reason and day, and counts every refusal of all processes", async () => {
    const limits = { RATE_LIMIT_PER_MINUTE: "0", TOKEN_RATE_LIMIT_PER_MINUTE: "0" };
    const env = { ...workspace().env, ...limits, JWK_URL_ALLOW: partner().origin, BASE_URL: baseUrl };
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const register = ["client", "register", "--account", "acme", "--name", "x", "--jwk-url", partner().jwkUrl];
    const { client_id: id } = await reputeJson<{ client_id: string }>(register, env);
    for (let number = 0; number < processes; number += 1) {
      const port = String(await freePort());
      const own = { ...env, PORT: port };
      servers.push({ url: `http://127.0.0.1:${port}`, env: own, child: await start(own) });
    }

    const floodAll = (from: number) =>
      Promise.all(servers.map((server, index) => flood(server, id, (from + index) * assertions)));
    const before = await floodAll(0);
    const [restarted] = servers;
    if (restarted) {
      await stop(restarted);
      restarted.child = await start(restarted.env);
    }
    const refused = [...before, ...(await floodAll(processes))].reduce((sum, count) => sum + count, 0);
    await Promise.all(servers.map(stop));

    const { items, failures } = await reputeJson<Trail>(["audit", "--account", "acme"], env);
    expect(refused).toBe(2 * processes * assertions);
    expect(items.map(({ action }) => action)).toEqual(["create_account", "register_client"]);
    const reasons = new Set(failures.map(({ outcome }) => outcome));
    // On a busy machine, the server may time out while fetching the partner's keys.
    reasons.delete("keys_unreachable");
    expect([...reasons].sort()).toEqual(["bad_signature", "unknown_kid", "wrong_aud", "wrong_jti", "wrong_lifetime"]);
    expect(failures.length).toBe(
      new Set(failures.map(({ outcome, first_at }) => outcome + first_at.slice(0, 10))).size,
    );
    expect(failures.reduce((sum, { count }) => sum + count, 0)).toBe(refused);
    reportFigure(
      `${refused} unsigned assertions at ${processes} processes on ${engine}: ${failures.length} rows, all counted`,
    );
  });
});
