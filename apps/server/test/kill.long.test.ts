import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { printed, reputeInChild } from "./support/child-process.js";
import { reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { aReview, practiceLines } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const count = 15_000;
const lines = [
  ...practiceLines,
  ...Array.from({ length: count }, (_, index) => aReview(index + 1, new Date(index * 60_000).toISOString())),
];

describe.each(engines)("a load that is killed while it stores on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it("is completed by the next server, and changes nothing when it is repeated", async () => {
    const { env, bundle, serve } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const { token } = await reputeJson<{ token: string }>(
      ["token", "create", "--account", "acme", "--kind", "api-token"],
      env,
    );
    const file = await bundle(lines);

    const child = reputeInChild(["load", "--account", "acme", file], env);
    await printed(child.stderr, /storing \[=+-+\]/);
    child.kill("SIGKILL");
    const [, signal] = (await once(child, "close")) as [number | null, string | null];
    expect(signal).toBe("SIGKILL");

    const { baseUrl } = await serve();
    while ((await items(baseUrl, "/v2/reviews", token)).length < count) await pause(100);
    expect(await reputeJson(["load", "--account", "acme", file], env)).toMatchObject({
      kinds: { review: { changed: 0 } },
    });
    expect(await items(baseUrl, "/v2/reviews", token)).toHaveLength(count);
  });
});
