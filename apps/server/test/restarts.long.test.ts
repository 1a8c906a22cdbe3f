import { afterEach, describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import { accountWithToken } from "./support/account.js";
import { reputeJson } from "./support/command-line.js";
import { freePort } from "./support/free-port.js";
import { aReview, practiceLines } from "./support/practice.js";
import { nginxOfTwo, type RunningProxy } from "./support/proxies.js";
import { type ServerProcess, serverProcesses } from "./support/server-process.js";
import { freshWorkspace } from "./support/workspace.js";

const restarts = scaled(2, 20);

describe(`two servers behind nginx, with ${restarts} restarts`, () => {
  const workspace = freshWorkspace();
  const start = serverProcesses();
  let proxy: RunningProxy | undefined;
  afterEach(() => proxy?.close());

  it("lose no request", async () => {
    const { env, bundle } = workspace();
    const token = await accountWithToken(env);
    const reviews = [1, 2, 3].map((id) => aReview(id, "2026-03-01T17:05:00Z"));
    await reputeJson(["load", "--account", "acme", await bundle([...practiceLines, ...reviews])], env);
    const ports = [await freePort(), await freePort()] as const;
    proxy = await nginxOfTwo(ports);
    if (!proxy) return;
    const serve = (port: number) => start({ ...env, PORT: String(port), DRAIN_DELAY_SECONDS: "1" });
    const servers: [number, ServerProcess][] = [];
    for (const port of ports) servers.push([port, await serve(port)]);

    const load = beginLoad(proxy.baseUrl, token);
    for (let restart = 0; restart < restarts; restart += 1) {
      const server = servers[restart % 2];
      if (!server) throw new Error("there is no such server");
      await server[1].end("SIGTERM");
      server[1] = await serve(server[0]);
    }
    const outcomes = await load.end();
    // Count 200 responses too: nginx may send a submission to both servers, and the first server stores the submission.
    const { "GET 200": read = 0, "POST 201": posted = 0, "POST 200": repeated = 0, ...lost } = outcomes;
    reportFigure(
      `${read} reads and ${posted + repeated} posts over ${restarts} restarts, lost: ${JSON.stringify(lost)}`,
    );
    expect(lost).toEqual({});
    expect(Math.min(read, posted)).toBeGreaterThan(0);
  });
});

/** Reads a list and posts submissions repeatedly until stopped. Counts the responses by method and status. */
function beginLoad(baseUrl: string, token: string) {
  const outcomes: Record<string, number> = {};
  let running = true;

  async function repeat(method: string, path: string, body: () => string | undefined): Promise<void> {
    while (running) {
      const headers = { "api-token": token, "Content-Type": "application/json" };
      const outcome = await fetch(baseUrl + path, { method, headers, body: body() ?? null }).then(
        async (response) => {
          await response.text();
          return String(response.status);
        },
        (error: Error) => `failed: ${String(error.cause ?? error)}`,
      );
      outcomes[`${method} ${outcome}`] = (outcomes[`${method} ${outcome}`] ?? 0) + 1;
    }
  }

  const readers = [1, 2, 3, 4].map(() => repeat("GET", "/v2/reviews", () => undefined));
  const writers = [1, 2].map(() => repeat("POST", "/v1/online-submissions/upload", aSubmission));
  return {
    async end() {
      running = false;
      await Promise.all([...readers, ...writers]);
      return outcomes;
    },
  };
}

let submissions = 0;

/** Creates a unique submission, so that only a repeated request gets 200 instead of 201. */
function aSubmission(): string {
  submissions += 1;
  return JSON.stringify({
    submission_date: "2026-03-02T17:05:00Z",
    scct_parameter: "s-1",
    phone_number: `+1801${5_550_000 + submissions}`,
    conversion_type: "Online",
    patient_name: "Cal Reed",
  });
}
