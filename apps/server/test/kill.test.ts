import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it, jest } from "@jest/globals";
import { reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { aReview, practiceLines } from "./support/practice.js";
import type { Workspace } from "./support/workspace.js";
import { freshWorkspace } from "./support/workspace.js";

jest.setTimeout(60_000);

const count = 30_000;
const lines = [
  ...practiceLines,
  ...Array.from({ length: count }, (_, index) => aReview(index + 1, new Date(index * 60_000).toISOString())),
];

describe("a load that is killed", () => {
  const workspace = freshWorkspace();

  it("leaves nothing when it is killed while it stores, and can be done again", async () => {
    const { env, bundle, serve } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const { token } = await reputeJson<{ token: string }>(
      ["token", "create", "--account", "acme", "--kind", "api-token"],
      env,
    );
    const file = await bundle(lines);

    const child = loadInChild(workspace(), file);
    await seen(child, /storing \[=+-+\]/);
    child.kill("SIGKILL");
    const [, signal] = (await once(child, "close")) as [number | null, string | null];
    expect(signal).toBe("SIGKILL");

    const { baseUrl } = await serve();
    expect(await items(baseUrl, "/v2/locations", token)).toEqual([]);
    expect(await items(baseUrl, "/v2/reviews", token)).toEqual([]);
    expect(await reputeJson(["load", "--account", "acme", file], env)).toMatchObject({
      kinds: { review: { changed: count } },
    });
    expect(await items(baseUrl, "/v2/reviews", token)).toHaveLength(count);
  });
});

/** The sources in a process of its own, because this one must outlive it. */
function loadInChild({ env }: Workspace, file: string): ChildProcess {
  const support = join(__dirname, "support");
  const script = ["-C", "@repute/source", "-r", join(support, "sources.cjs"), join(support, "load-watched.cjs")];
  return spawn(process.execPath, [...script, "load", "--account", "acme", file], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

async function seen({ stderr }: ChildProcess, pattern: RegExp): Promise<void> {
  let text = "";
  for await (const piece of stderr ?? []) {
    text += String(piece);
    if (pattern.test(text)) return;
  }
  throw new Error(`never saw ${String(pattern)}: ${text}`);
}
