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

const rounds = scaled(2, 50);
const assertions = 60;
const atOnce = 10;
const baseUrl = "https://repute.example";

type Trail = { readonly items: readonly { readonly action: string }[] };

describe.each(engines)("a server that is killed during token exchanges on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const partner = aPartner();
  let child: ChildProcess | undefined;
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    const closed = child && once(child, "close");
    child?.kill(signal);
    await closed;
    child = undefined;
  };
  afterEach(() => end("SIGTERM"));

  async function start(env: Environment): Promise<void> {
    const started = reputeInChild(["serve"], env);
    child = started;
    await printed(started.stdout, /Listening on/);
    started.stdout.resume();
  }

  /**
   * Exchanges assertions and returns the assertions that were exchanged for a token.
   * Calls `onToken` after each token with the number of tokens so far.
   */
  async function exchanged(url: string, all: readonly string[], onToken: (tokens: number) => void = () => {}) {
    const issued: string[] = [];
    const left = [...all];
    const next = async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) {
        const { status } = await exchange(url, one).catch(() => ({ status: 0 }));
        if (status === 200) onToken(issued.push(one));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    return issued;
  }

  it("issues no second token for an assertion, and records each token in the audit trail", async () => {
    const port = await freePort();
    const limits = { RATE_LIMIT_PER_MINUTE: "0", TOKEN_RATE_LIMIT_PER_MINUTE: "0" };
    const { env: own } = workspace();
    const env = { ...own, ...limits, JWK_URL_ALLOW: partner().origin, BASE_URL: baseUrl, PORT: String(port) };
    const url = `http://127.0.0.1:${port}`;
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const register = ["client", "register", "--account", "acme", "--name", "x", "--jwk-url", partner().jwkUrl];
    const { client_id: id } = await reputeJson<{ client_id: string }>(register, env);

    let tokens = 0;
    await start(env);
    for (let round = 0; round < rounds; round += 1) {
      const all = Array.from({ length: assertions }, () => partner().assertion(id, baseUrl));
      let killed: Promise<void> | undefined;
      const before = await exchanged(url, all, (count) => {
        if (count >= assertions / 3) killed ??= end("SIGKILL");
      });
      await killed;
      await start(env);
      const after = await exchanged(url, all);
      expect(before.length).toBeGreaterThanOrEqual(assertions / 3);
      expect(after.filter((assertion) => before.includes(assertion))).toEqual([]);
      tokens += before.length + after.length;
    }
    await end("SIGTERM");
    const { items } = await reputeJson<Trail>(["audit", "--account", "acme"], env);
    const recorded = items.filter(({ action }) => action === "exchange_token").length;
    expect(recorded).toBeGreaterThanOrEqual(tokens);
    reportFigure(
      `${rounds} kills on ${engine}, ${rounds * assertions} assertions: ${tokens} tokens, 0 of them a second one`,
    );
  });
});
