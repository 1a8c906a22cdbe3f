import { pipeline, Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { type Handler, json, lines, problem, scriptedServers } from "../test/scripted-server.js";
import { type ClientOptions, createClient } from "./client.js";

const serve = scriptedServers();
const pause = async () => {};
const clientOf = (baseUrl: string, more: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl, credential: { apiToken: "rpa_secret" }, pause, ...more });

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of found) values.push(value);
  return values;
}

const signs = async (token: string) => new TextEncoder().encode(token);
const partner = { clientId: "rpc_1", keyId: "k", privateKey: signs as never };

/** Redirects to another server with the original query. */
const redirect =
  (to: string, status = 307): Handler =>
  (_request, response) => {
    response.writeHead(status, { location: `${to}/stolen?phone=8015550142` });
    response.end();
  };

/** Sends gzip that decompresses to `piece`, repeated. */
const inflating =
  (piece: string, times: number, headers: Readonly<Record<string, string>> = {}): Handler =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson", "content-encoding": "gzip", ...headers });
    const member = gzipSync(piece);
    const members = function* () {
      for (let sent = 0; sent < times; sent += 1) yield member;
    };
    pipeline(Readable.from(members()), response, () => {});
  };

const text =
  (body: string, type = "application/x-ndjson", headers: Readonly<Record<string, string>> = {}): Handler =>
  (_request, response) => {
    response.writeHead(200, { "content-type": type, "x-cursor": "c", ...headers });
    response.end(body);
  };

const change = { list: "calls", id: "1", op: "delete", changed_at: "2026-03-01T00:00:00+00:00" };

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])("is rejected with status %d without a request to its target", async (status) => {
    const other = await serve();
    const { baseUrl, requested } = await serve(redirect(other.baseUrl, status));
    await expect(all(clientOf(baseUrl).changes())).rejects.toMatchObject({
      code: "redirected",
      status,
      message: `${baseUrl}/v2/changes redirects to ${other.baseUrl}/stolen, but a request with a credential never follows a redirect`,
    });
    expect(requested).toHaveLength(1);
    expect(other.requested).toEqual([]);
  });

  it("is rejected within the same origin", async () => {
    const { baseUrl, requested } = await serve(redirect(""));
    await expect(clientOf(baseUrl).api.GET("/v2/locations")).rejects.toMatchObject({ code: "redirected" });
    expect(requested).toHaveLength(1);
  });

  it("does not forward the assertion from the token endpoint", async () => {
    const other = await serve();
    const { baseUrl } = await serve(redirect(other.baseUrl));
    const client = clientOf(baseUrl, { credential: partner });
    await expect(all(client.list("/v2/reviews"))).rejects.toMatchObject({ code: "redirected" });
    expect(other.requested).toEqual([]);
  });

  it("does not forward an access token", async () => {
    const other = await serve();
    const { baseUrl } = await serve(json({ access_token: "t", expires_in: 300 }), redirect(other.baseUrl));
    const client = clientOf(baseUrl, { credential: partner });
    await expect(all(client.list("/v2/reviews"))).rejects.toMatchObject({ code: "redirected" });
    expect(other.requested).toEqual([]);
  });
});

describe("a response that decompresses without end", () => {
  const megabyte = "x".repeat(1_048_576);

  it("is rejected if a line is longer than 8 MiB", async () => {
    for (const read of [
      (baseUrl: string) => all(clientOf(baseUrl).list("/v2/reviews")),
      (baseUrl: string) => all(clientOf(baseUrl).changes()),
    ]) {
      const { baseUrl } = await serve(inflating(megabyte, 4_000, { "x-cursor": "c" }));
      await expect(read(baseUrl)).rejects.toMatchObject({
        code: "invalid_response",
        message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v2\/\w+ sent a line of more than 8388608 bytes$/),
      });
    }
  });

  it("is rejected if a page has more rows than requested", async () => {
    const { baseUrl } = await serve(inflating("{}\n".repeat(10_000), 10_000, { "x-cursor": "c" }));
    await expect(all(clientOf(baseUrl).changes({ limit: 50 }))).rejects.toMatchObject({
      code: "invalid_response",
      message: expect.stringContaining("a page with more than the 50 requested rows"),
    });
  });

  it("is rejected if a page of a list is larger than 128 MiB", async () => {
    const { baseUrl } = await serve(inflating(`"${megabyte}"\n`, 4_000));
    const query = { start_date: "2026-01-01", limit: 1_000 };
    await expect(all(clientOf(baseUrl).list("/v2/reviews", { query }))).rejects.toMatchObject({
      code: "invalid_response",
      message: expect.stringContaining("more than 134217728 bytes in one page"),
    });
  });

  it("is rejected if a page of changes stays larger than 16 MiB with fewer rows", async () => {
    const endless = inflating(`"${megabyte}"\n`, 4_000, { "x-cursor": "c" });
    const { baseUrl, requested } = await serve(endless, endless);
    await expect(all(clientOf(baseUrl).changes())).rejects.toMatchObject({
      code: "invalid_response",
      message: `${baseUrl}/v2/changes sent a page with more than the 7 requested rows`,
    });
    expect(requested).toEqual(["GET /v2/changes?limit=10000", "GET /v2/changes?limit=7"]);
  });

  it("is rejected if it is read into memory and is larger than 64 MiB", async () => {
    const handler = inflating(megabyte, 100, { "content-type": "application/json" });
    for (const parseAs of ["json", "blob"] as const) {
      const { baseUrl } = await serve(handler);
      await expect(clientOf(baseUrl).api.GET("/v2/locations", { parseAs })).rejects.toMatchObject({
        code: "invalid_response",
        message: `${baseUrl}/v2/locations sent more than 67108864 bytes`,
      });
    }
  });

  it("is accepted from a caller that reads the stream", async () => {
    const { baseUrl } = await serve(inflating(megabyte, 70, { "content-type": "application/json" }));
    const { data } = await clientOf(baseUrl).api.GET("/v2/locations", { parseAs: "stream" });
    let length = 0;
    for await (const piece of data as unknown as AsyncIterable<Uint8Array>) length += piece.length;
    expect(length).toBe(70 * megabyte.length);
  });

  it("is discarded if it is an error response", async () => {
    const { baseUrl } = await serve((request, response) => {
      response.writeHead(400, { "content-encoding": "gzip", "content-type": "application/problem+json" });
      response.end(gzipSync(`{"code":"x","message":"${megabyte.repeat(20)}"}`));
      request.on("error", () => {});
    });
    await expect(all(clientOf(baseUrl).changes())).rejects.toMatchObject({ status: 400, code: "http_400" });
  });

  it("is rejected from the token endpoint", async () => {
    const { baseUrl } = await serve(inflating(megabyte, 50));
    const client = clientOf(baseUrl, { credential: partner });
    await expect(all(client.list("/v2/reviews"))).rejects.toMatchObject({ code: "invalid_response" });
  });
});

describe("a valid page of changes", () => {
  it("is requested again with fewer rows if it is larger than 16 MiB", async () => {
    const item = { comment: "x".repeat(1_048_576) };
    const changes = Array.from({ length: 18 }, (_, id) => ({ ...change, id: String(id), op: "upsert", item }));
    const page: Handler = (request, response, body) => {
      const { searchParams } = new URL(request.url ?? "", "http://any");
      const [from, limit] = ["cursor", "limit"].map((name) => Number(searchParams.get(name))) as [number, number];
      const next = Math.min(from + limit, changes.length);
      const link = next < changes.length && { link: `</v2/changes?cursor=${next}>; rel="next"` };
      lines(changes.slice(from, next), { "x-cursor": String(next), ...link })(request, response, body);
    };
    const { baseUrl, requested } = await serve(page, page, page, page);
    const pages = await all(clientOf(baseUrl).changes({ limit: 100 }));
    expect(pages.map((one) => one.changes.length)).toEqual([7, 7, 4]);
    expect(pages.flatMap((one) => one.changes.map(({ id }) => Number(id)))).toEqual(changes.map((_, id) => id));
    expect(requested[1]).toBe("GET /v2/changes?limit=7");
  });
});

describe("a malformed response", () => {
  it.each([
    ["a line that is not a valid change", lines([{ id: "1" }], { "x-cursor": "c" })],
    ["a line that is not a valid change", lines([null], { "x-cursor": "c" })],
    ["a line that is not a valid change", lines([{ ...change, op: "upsert", item: null }], { "x-cursor": "c" })],
    ["a line that is not a valid change", lines([{ ...change, op: "truncate" }], { "x-cursor": "c" })],
    ["a line that is not JSON", text('{"list":"calls\n')],
    ["a media type other than application/x-ndjson", text("<h1>Sign in</h1>", "text/html")],
    ["no usable X-Cursor header", lines([])],
    ["no usable X-Cursor header", text("", "application/x-ndjson", { "x-cursor": "c".repeat(5_000) })],
    [
      "a link to a next page without a usable cursor",
      lines([{}], { "x-cursor": "c", link: '</v2/changes>; rel="next"' }),
    ],
    ["a link to a next page without a usable cursor", lines([{}], { "x-cursor": "c", link: '<http://[>; rel="next"' })],
  ])("causes an error that names the server for %s", async (what, handler) => {
    const { baseUrl } = await serve(handler);
    await expect(all(clientOf(baseUrl).changes())).rejects.toMatchObject({
      code: "invalid_response",
      message: `${baseUrl}/v2/changes sent ${what}`,
    });
  });

  it.each(["<h1>Sign in</h1>", "{}", '{"access_token":"a\\nb","expires_in":300}', '{"access_token":"t"}', "null", "7"])(
    "causes an error from the token endpoint (%s)",
    async (body) => {
      const { baseUrl } = await serve(text(body, "application/json"));
      await expect(all(clientOf(baseUrl, { credential: partner }).list("/v2/reviews"))).rejects.toMatchObject({
        code: "invalid_response",
        message: `${baseUrl}/oauth/token sent no access token`,
      });
    },
  );

  it("cannot send control characters to a terminal through an error", async () => {
    const escape = "\u001b[2J\u202e";
    const hostileProblem = {
      code: `a${escape}`,
      message: `bad ${escape}`,
      hint: escape,
      errors: [{ message: escape }, null, 7],
    };
    const { baseUrl } = await serve(problem(400, hostileProblem, { "x-request-id": "r" }));
    const found = await all(clientOf(baseUrl).changes()).catch((error: unknown) => error);
    expect(found).toMatchObject({ status: 400, code: "http_400", message: "bad  [2J " });
    expect(JSON.stringify(found)).not.toMatch(/u001b|\u202e/);
  });
});

describe("endless pagination", () => {
  const page = (cursor: string, values: readonly unknown[] = [change]) =>
    lines(values, { "x-cursor": cursor, link: `</v2/changes?cursor=${cursor}>; rel="next"` });

  it("ends with an error if an empty page names a next page", async () => {
    const { baseUrl, requested } = await serve(page("a", []), page("b", []));
    await expect(all(clientOf(baseUrl).changes())).rejects.toMatchObject({
      message: expect.stringContaining("an empty page with a link to a next page"),
    });
    expect(requested).toHaveLength(1);
  });

  it.each([1, 2, 7])("ends with an error if %d cursors repeat", async (length) => {
    const pages = Array.from({ length: 100 }, (_, place) => page(`c${place % length}`));
    const { baseUrl, requested } = await serve(...pages);
    await expect(all(clientOf(baseUrl).changes())).rejects.toMatchObject({
      message: expect.stringContaining("a link to a page that was already read"),
    });
    expect(requested.length).toBeLessThanOrEqual(3 * length + 2);
  });

  it("ends with an error if changes arrive without a new cursor", async () => {
    const same = lines([change], { "x-cursor": "c" });
    const { baseUrl, requested } = await serve(same, same, same);
    await expect(all(clientOf(baseUrl).changes({ waitSeconds: 1 }))).rejects.toMatchObject({
      message: expect.stringContaining("changes without a new cursor"),
    });
    expect(requested).toHaveLength(2);
  });

  it("is not reported if every cursor is new", async () => {
    const pages = Array.from({ length: 60 }, (_, place) => page(`c${place}`));
    const { baseUrl } = await serve(...pages, lines([], { "x-cursor": "end" }));
    expect(await all(clientOf(baseUrl).changes())).toHaveLength(61);
  });
});
