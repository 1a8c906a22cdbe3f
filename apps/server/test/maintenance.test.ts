import { get } from "node:http";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { accountWithToken } from "./support/account.js";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { aReview, longPractice, practiceLines } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

describe.each(engines)("repute rebuild on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it("renders the same lists again, for one account or for all", async () => {
    const { env, bundle, serve } = workspace();
    for (const key of ["acme", "zenith"]) {
      await reputeJson(["account", "create", "--key", key, "--name", key], env);
    }
    await reputeJson(
      ["load", "--account", "acme", await bundle([...practiceLines, aReview(1, "2026-03-01T17:05:00Z")])],
      env,
    );
    const { token } = await reputeJson<{ token: string }>(
      ["token", "create", "--account", "acme", "--kind", "api-token"],
      env,
    );
    const { baseUrl } = await serve();
    const before = await items(baseUrl, "/v2/reviews", token);

    expect(await reputeJson(["rebuild"], env)).toEqual({
      items: [
        { account: "acme", invites: 0, reviews: 1, surveys: 0, survey_responses: 0, conversions: 0 },
        { account: "zenith", invites: 0, reviews: 0, surveys: 0, survey_responses: 0, conversions: 0 },
      ],
    });
    expect(await reputeJson(["rebuild", "--account", "acme"], env)).toEqual({
      items: [{ account: "acme", invites: 0, reviews: 1, surveys: 0, survey_responses: 0, conversions: 0 }],
    });
    expect(before).toHaveLength(1);
    expect(await items(baseUrl, "/v2/reviews", token)).toEqual(before);
  });

  it("prints one line for an unknown account", async () => {
    const { env } = workspace();
    await reputeJson(["migrate"], env);
    expect(await repute(["rebuild", "--account", "nobody"], { env })).toEqual({
      code: 1,
      stdout: "",
      stderr: 'error: No account has the key "nobody".\n',
    });
  });
});

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

  it("has nothing left to compress after a command that wrote many records", async () => {
    const { env, bundle } = workspace();
    await accountWithToken(env);
    const reviews = Array.from({ length: 2_100 }, (_, index) => aReview(index + 1, "2026-03-01T17:05:00Z"));
    const file = await bundle([...practiceLines, ...reviews]);
    const nothing = { items: [{ account: "acme", sealed: 0 }] };
    expect((await repute(["load", "--account", "acme", file], { env, watched: true })).stderr).toContain("compressing");
    expect(await reputeJson(["seal"], env)).toEqual(nothing);
    expect((await repute(["rebuild"], { env, watched: true })).stderr).toContain("compressing");
    expect(await reputeJson(["seal"], env)).toEqual(nothing);
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
