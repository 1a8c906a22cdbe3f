import { once } from "node:events";
import { open } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { printed, reputeInChild } from "./support/child-process.js";
import { reputeJson } from "./support/command-line.js";
import { longPractice } from "./support/practice.js";
import type { RunningProxy } from "./support/proxies.js";
import { installedProxies } from "./support/proxies.js";
import { freshWorkspace } from "./support/workspace.js";

jest.setTimeout(300_000);

const reviews = 6_000;

/** A list that a client has begun to read. */
type Begun = {
  readonly name: string;
  /** Reads the rest; says whether it is the whole list. */
  finish(): Promise<string>;
};

describe("a list through a proxy", () => {
  const workspace = freshWorkspace();
  const proxies = installedProxies();
  let running: readonly RunningProxy[] = [];
  afterEach(() => Promise.all(running.map((proxy) => proxy.close())));

  async function prepare() {
    const { env, bundle } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const created = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(created, env);
    await reputeJson(["load", "--account", "acme", await bundle(longPractice(reviews))], env);
    return token;
  }

  async function serve() {
    const child = reputeInChild(["serve"], { ...workspace().env, DRAIN_SECONDS: "1" });
    const ended = once(child, "close");
    const [, baseUrl = ""] = await printed(child.stdout, /listening on (http:[^\s"]+)/);
    child.stdout.resume();
    running = await Promise.all(proxies.map(({ start }) => start(baseUrl)));
    const ways = proxies.map((proxy, index) => ({ ...proxy, baseUrl: running[index]?.baseUrl ?? "" }));
    const all = [{ name: "no proxy", baseUrl, tellsBreaks: true }, ...ways];
    return { child, ended, ways: all, breaking: all.filter(({ tellsBreaks }) => tellsBreaks) };
  }

  const begin = (token: string, ways: readonly { readonly name: string; readonly baseUrl: string }[]) =>
    Promise.all(ways.map(({ name, baseUrl }) => beginOne(name, baseUrl, token)));

  const namesOf = (ways: readonly { readonly name: string }[]) => ways.map(({ name }) => name);

  it("comes whole, and its fault is seen when the server is killed or stopped in the middle, or its data is damaged", async () => {
    const token = await prepare();
    const first = await serve();
    const whole = await begin(token, first.ways);
    expect(await Promise.all(whole.map((one) => one.finish()))).toEqual(whole.map(() => "whole"));

    const killed = await begin(token, first.breaking);
    first.child.kill("SIGKILL");
    await first.ended;
    expect(await outcomes(killed)).toEqual(faultOf(namesOf(first.breaking)));
    await Promise.all(running.map((proxy) => proxy.close()));

    const second = await serve();
    const drained = await begin(token, second.breaking);
    second.child.kill("SIGTERM");
    await second.ended;
    expect(await outcomes(drained)).toEqual(faultOf(namesOf(second.breaking)));
    await Promise.all(running.map((proxy) => proxy.close()));

    await damage(workspace().env["DATABASE_URL"] ?? "");
    const third = await serve();
    expect(await outcomes(await begin(token, third.breaking))).toEqual(faultOf(namesOf(third.breaking)));
    third.child.kill("SIGKILL");
    await third.ended;
  });
});

const faultOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, "fault"]));

const outcomes = async (lists: readonly Begun[]) =>
  Object.fromEntries(await Promise.all(lists.map(async (one) => [one.name, await one.finish()] as const)));

async function beginOne(name: string, baseUrl: string, token: string): Promise<Begun> {
  // A proxy may ask for a compressed list by itself, and take all of that at once.
  const headers = { "api-token": token, "Accept-Encoding": "identity" };
  const request = get(`${baseUrl}/v2/reviews`, { headers, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  await once(response, "readable");
  const finish = async () => {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of response) pieces.push(piece as Buffer);
    } catch {
      return "fault";
    }
    if (response.statusCode !== 200) return "fault";
    const { items } = JSON.parse(Buffer.concat(pieces).toString()) as { items: unknown[] };
    return items.length === reviews ? "whole" : `${items.length} rows`;
  };
  // What the buffers on the way take is not in the middle any more.
  await pause(500);
  return { name, finish };
}

/** Overwrites a part in the middle of the database's file. */
async function damage(url: string): Promise<void> {
  const handle = await open(url.replace("sqlite:", ""), "r+");
  const { size } = await handle.stat();
  const page = 4_096;
  await handle.write(Buffer.alloc(64 * page, 0xff), 0, 64 * page, Math.floor(size / 2 / page) * page);
  await handle.close();
}
