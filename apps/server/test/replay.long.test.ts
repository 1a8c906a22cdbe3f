import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import type { Environment } from "../src/settings/setting.js";
import { printed, reputeInChild } from "./support/child-process.js";
import { reputeJson } from "./support/command-line.js";
import { freePort } from "./support/free-port.js";
import type { Reply } from "./support/http.js";
import { aPartner, exchange } from "./support/partner.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const [processes, assertions] = [scaled(2, 8), scaled(50, 500)];
const atOnce = 10;
const baseUrl = "https://repute.example";

/** Server process. `restart` stops the process gracefully and starts a new process on the same port. */
type Serving = { readonly url: string; restart(): Promise<void> };

describe.each(engines)(`${processes} processes on one database on %s`, (engine) => {
  const workspace = freshWorkspace(engine);
  const partner = aPartner();
  const children = new Set<ChildProcess>();
  const end = async (child: ChildProcess) => {
    child.kill("SIGTERM");
    await once(child, "close");
    children.delete(child);
  };
  afterEach(() => Promise.all([...children].map(end)));

  async function serving(env: Environment): Promise<Serving> {
    const port = await freePort();
    const start = async () => {
      const child = reputeInChild(["serve"], { ...env, PORT: String(port) });
      children.add(child);
      await printed(child.stdout, /Listening on/);
      child.stdout.resume();
      return child;
    };
    let child = await start();
    return {
      url: `http://127.0.0.1:${port}`,
      async restart() {
        await end(child);
        child = await start();
      },
    };
  }

  /** Exchanges an assertion at all server processes at once. Returns the number of issued tokens. */
  async function tokensFor(assertion: string, servers: readonly Serving[]): Promise<number> {
    const away = { status: 0, body: undefined };
    // Sends the request and repeats the request while the database is busy.
    const ask = async (url: string): Promise<Reply> => {
      const reply = await exchange(url, assertion).catch(() => away);
      return reply.status === 503 ? ask(url) : reply;
    };
    const replies = await Promise.all(servers.map(({ url }) => ask(url)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 401, 0].includes(status))).toEqual([]);
    return statuses.filter((status) => status === 200).length;
  }

  it("issue one token per assertion for simultaneous requests, even while a process restarts", async () => {
    const limits = { RATE_LIMIT_PER_MINUTE: "0", TOKEN_RATE_LIMIT_PER_MINUTE: "0" };
    const env = { ...workspace().env, ...limits, JWK_URL_ALLOW: partner().origin, BASE_URL: baseUrl };
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const register = ["client", "register", "--account", "acme", "--name", "x", "--jwk-url", partner().jwkUrl];
    const { client_id: id } = await reputeJson<{ client_id: string }>(register, env);
    const servers = await Promise.all(Array.from({ length: processes }, () => serving(env)));

    let restarted: Promise<void> | undefined;
    let tokens = 0;
    for (let done = 0; done < assertions; done += atOnce) {
      if (done === assertions / 2) restarted = servers[0]?.restart();
      const some = Array.from({ length: atOnce }, () => partner().assertion(id, baseUrl));
      const responses = await Promise.all(some.map((assertion) => tokensFor(assertion, servers)));
      tokens += responses.reduce((sum, one) => sum + one, 0);
    }
    await restarted;
    expect(tokens).toBe(assertions);
    reportFigure(
      `${processes} processes on ${engine}, ${assertions} assertions that each is asked to exchange: ${tokens} tokens`,
    );
    expect(partner().requested()).toBeLessThanOrEqual(processes + 1);
  });
});
