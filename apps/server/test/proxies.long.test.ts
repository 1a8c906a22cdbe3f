import { open } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { accountWithToken } from "./support/account.js";
import { reputeJson } from "./support/command-line.js";
import { freePort } from "./support/free-port.js";
import { items } from "./support/http.js";
import { longPractice } from "./support/practice.js";
import { installedProxies, type RunningProxy } from "./support/proxies.js";
import { beginList, type RawList, type Version, versions } from "./support/raw-list.js";
import { serverProcesses } from "./support/server-process.js";
import { freshWorkspace } from "./support/workspace.js";

const reviews = 6_000;
const path = "/v2/reviews";

/** Route from a client to the server, with its base URL and HTTP version. */
type Way = { readonly name: string; readonly baseUrl: string; readonly version: Version };

describe("a list through a proxy", () => {
  const workspace = freshWorkspace();
  const start = serverProcesses();
  let running: readonly RunningProxy[] = [];
  afterEach(() => Promise.all(running.map((proxy) => proxy.close())));

  async function prepare() {
    const { env, bundle } = workspace();
    const token = await accountWithToken(env);
    await reputeJson(["load", "--account", "acme", await bundle(longPractice(reviews))], env);
    const port = await freePort();
    const proxies = installedProxies();
    running = await Promise.all(proxies.map((proxy) => proxy.start(`127.0.0.1:${port}`)));
    const reached = proxies.map(({ name, detectsBreaksIn }, index) => ({
      ...{ name, detectsBreaksIn },
      baseUrl: running[index]?.baseUrl ?? "",
    }));
    const all = [{ name: "no proxy", baseUrl: `http://127.0.0.1:${port}`, detectsBreaksIn: versions }, ...reached];
    const ways = all.flatMap(({ name, baseUrl, detectsBreaksIn }): Way[] =>
      detectsBreaksIn.map((version) => ({ name: `${name}, HTTP/${version}`, baseUrl, version })),
    );
    const serve = () => start({ ...env, PORT: String(port), DRAIN_SECONDS: "1" });
    return { token, all, ways, serve, url: env["DATABASE_URL"] ?? "" };
  }

  it("arrives complete, or is recognizable as broken after a kill, a stop or damage to the data", async () => {
    const { token, all, ways, serve, url } = await prepare();
    const faults = Object.fromEntries(ways.map(({ name }) => [name, "fault"]));
    const begin = () => beginAll(ways, token);

    const first = await serve();
    for (const { baseUrl } of all) expect(await items(baseUrl, path, token)).toHaveLength(reviews);
    expect(await outcomes(await begin())).toEqual(Object.fromEntries(ways.map(({ name }) => [name, "whole"])));

    const killed = await begin();
    await first.end("SIGKILL");
    expect(await outcomes(killed)).toEqual(faults);

    const second = await serve();
    const drained = await begin();
    await second.end("SIGTERM");
    expect(await outcomes(drained)).toEqual(faults);

    await damage(url);
    await serve();
    expect(await outcomes(await begin())).toEqual(faults);
  });
});

/** Starts to read the list through every route. */
async function beginAll(ways: readonly Way[], token: string): Promise<[string, RawList][]> {
  const begun = ways.map(async ({ name, baseUrl, version }): Promise<[string, RawList]> => [
    name,
    await beginList(baseUrl, path, token, version),
  ]);
  const lists = await Promise.all(begun);
  // Wait until the buffers on the route are full, so that the list is interrupted in the middle.
  await pause(500);
  return lists;
}

const outcomes = async (lists: readonly [string, RawList][]) =>
  Object.fromEntries(
    await Promise.all(
      lists.map(async ([name, list]) => {
        const { ending, status } = await list.readToEnd();
        return [name, ending === "whole" && status === 200 ? "whole" : "fault"];
      }),
    ),
  ) as Readonly<Record<string, string>>;

/** Overwrites the second half of the database file, which contains part of the list. */
async function damage(url: string): Promise<void> {
  const handle = await open(url.replace("sqlite:", ""), "r+");
  const { size } = await handle.stat();
  const from = Math.floor(size / 2);
  await handle.write(Buffer.alloc(size - from, 0xff), 0, size - from, from);
  await handle.close();
}
