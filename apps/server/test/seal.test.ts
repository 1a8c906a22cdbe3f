import { get } from "node:http";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { accountWithToken } from "./support/account.js";
import { repute, reputeJson } from "./support/command-line.js";
import { aReview, longPractice } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const count = 1_500;

/** Requests a list and returns its whole body without decompression. */
const ask = (baseUrl: string, path: string, token: string, encoding?: string) =>
  new Promise<{ readonly encoding: string | undefined; readonly bytes: Buffer }>((resolve, reject) => {
    const headers = { "api-token": token, ...(encoding !== undefined && { "Accept-Encoding": encoding }) };
    get(`${baseUrl}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("error", reject)
        .on("end", () => resolve({ encoding: response.headers["content-encoding"], bytes: Buffer.concat(chunks) }));
    }).on("error", reject);
  });

describe.each(engines)("repute seal on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it("does not change the content of any list, before or after a load", async () => {
    const { env, bundle, serve } = workspace();
    const token = await accountWithToken(env);
    await reputeJson(["load", "--account", "acme", await bundle(longPractice(count))], env);
    const { baseUrl } = await serve();
    const paths = ["/v2/reviews", "/v2/reviews?date=2026-03-01", "/v2/reviews?date=2026-03-02"];
    const read = async () => {
      const texts: string[] = [];
      for (const path of paths) {
        const plain = await ask(baseUrl, path, token);
        const packed = await ask(baseUrl, path, token, "gzip, deflate, br");
        expect(plain.encoding).toBeUndefined();
        const held = packed.encoding === "gzip" ? gunzipSync(packed.bytes) : packed.bytes;
        expect(held.equals(plain.bytes)).toBe(true);
        texts.push(plain.bytes.toString());
      }
      return texts;
    };
    const before = await read();
    const { items } = await reputeJson<{ items: { sealed: number }[] }>(["seal"], env);
    expect(items).toEqual([{ account: "acme", sealed: expect.any(Number) }]);
    expect(items[0]?.sealed).toBeGreaterThan(5);
    expect(await read()).toEqual(before);
    expect((await ask(baseUrl, "/v2/reviews", token, "gzip")).encoding).toBe("gzip");

    const changed = aReview(700, "2026-03-01T17:05:00Z", { comment: "CHANGED" });
    await reputeJson(["load", "--account", "acme", await bundle([changed])], env);
    const [whole = ""] = await read();
    expect(whole).toContain("CHANGED");
    expect(JSON.parse(whole)).toMatchObject({ items: { length: count } });
    expect(await reputeJson(["seal", "--account", "acme"], env)).toEqual({ items: [{ account: "acme", sealed: 1 }] });
    expect((await read())[0]).toBe(whole);
  });

  it("prints one line for an unknown account", async () => {
    const { env } = workspace();
    await reputeJson(["migrate"], env);
    expect(await repute(["seal", "--account", "nobody"], { env })).toMatchObject({
      code: 1,
      stderr: 'error: No account has the key "nobody".\n',
    });
  });
});
