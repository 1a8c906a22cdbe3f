import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { practiceLines } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

type Load = { readonly id: number; readonly state: string; readonly problems: readonly object[] };

describe.each(engines)("files that are sent to repute serve on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  async function served() {
    const place = workspace().env;
    const folder = place["UPLOAD_DIR"] ?? "";
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], place);
    const tokenOf = async (...options: readonly string[]) =>
      (await reputeJson<{ token: string }>(["token", "create", "--account", "acme", ...options], place)).token;
    const { baseUrl } = await workspace().serve();
    const [loader, reader] = [await tokenOf("--kind", "loader"), await tokenOf("--kind", "api-token")];
    const send = (query: string, body: Uint8Array | string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${baseUrl}/v1/loads?${query}`, {
        method: "POST",
        body,
        headers: { "api-token": loader, "content-type": "application/x-ndjson", prefer: "wait=60", ...headers },
      });
    return { baseUrl, place, folder, loader, reader, send };
  }

  const bundle = `${practiceLines.map((line) => JSON.stringify(line)).join("\n")}\n`;

  it("are stored by a separate process, and can be read by others afterwards", async () => {
    const { baseUrl, place, folder, reader, send } = await served();
    const stored = await send("kind=bundle&file_name=night.ndjson", gzipSync(bundle));
    expect([stored.status, stored.headers.get("location")]).toEqual([200, "/v1/loads/1"]);
    expect(await stored.json()).toMatchObject({ id: 1, state: "succeeded", file_name: "night.ndjson" });
    expect(await items(baseUrl, "/v2/locations", reader)).not.toEqual([]);
    const wrong = await send("kind=appointments", "Name,Date\nCal,x\n", { "content-type": "text/csv" });
    expect(await wrong.json()).toMatchObject({ id: 2, state: "failed", problems: [{ code: "columns_missing" }] });
    const { items: loads } = await reputeJson<{ items: Load[] }>(["loads", "list", "--account", "acme"], place);
    expect(loads).toMatchObject([
      { id: 2, state: "failed" },
      { id: 1, state: "succeeded" },
    ]);
    const shown = await repute(["loads", "show", "--account", "acme", "--id", "2"], { env: place });
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain("failed");
    expect(await readdir(folder)).toEqual([]);
  });

  it("leave nothing if the sender stops in the middle", async () => {
    const { baseUrl, folder, loader, send } = await served();
    const half = request(`${baseUrl}/v1/loads?kind=bundle`, {
      method: "POST",
      headers: { "api-token": loader, "content-type": "application/x-ndjson", "content-length": "100000" },
    });
    half.on("error", () => {});
    half.write(bundle.slice(0, 50));
    while ((await readdir(folder).catch(() => [])).length === 0) await new Promise(setImmediate);
    half.destroy();
    await new Promise((closed) => half.once("close", closed));
    while ((await readdir(folder)).length > 0) await new Promise(setImmediate);
    expect(await (await send("kind=bundle", bundle)).json()).toMatchObject({ id: 1, state: "succeeded" });
  });

  it("are stored after a restart", async () => {
    const { place, send } = await served();
    expect((await send("kind=bundle", bundle, { prefer: "" })).status).toBe(202);
    for (;;) {
      await reputeJson(["loads", "work"], place);
      const { state } = await reputeJson<Load>(["loads", "show", "--account", "acme", "--id", "1"], place);
      if (state === "succeeded") break;
      expect(["queued", "running"]).toContain(state);
    }
  });
});
