import { describe, expect, it } from "@jest/globals";
import { breakOff, type Handler, json, lines, problem, scriptedServers } from "../test/scripted-server.js";
import { type ClientOptions, createClient } from "./client.js";
import type { Change } from "./lists.js";

const serve = scriptedServers();

/** Creates a client that records its pauses instead of waiting. */
function clientOf(baseUrl: string, more: Partial<ClientOptions> = {}) {
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  return { client: createClient({ baseUrl, credential: { apiToken: "rpa_x" }, pause, ...more }), pauses };
}

/** Adds up spends. Compiles only if the list of a change determines the type of its item. */
const spent = (changes: readonly Change[]): readonly string[] =>
  changes.flatMap((change) => (change.list === "spends" && change.op === "upsert" ? [change.item.amount] : []));

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of found) values.push(value);
  return values;
}

const busy = problem(429, { code: "too_many_requests" }, { "retry-after": "7" });
const next = (cursor: string) => ({ link: `</v2/reviews?cursor=${cursor}>; rel="next"` });

describe("a list", () => {
  it("arrives as a stream and sends the token", async () => {
    const { baseUrl, requested } = await serve((request, response) => {
      lines([{ review_id: 1, token: request.headers["api-token"], accept: request.headers.accept }])(
        request,
        response,
        "",
      );
    });
    const found = await all(clientOf(baseUrl).client.list("/v2/reviews", { query: { rating: "1,2" } }));
    expect(found).toEqual([{ review_id: 1, token: "rpa_x", accept: "application/x-ndjson" }]);
    expect(requested).toEqual(["GET /v2/reviews?rating=1%2C2"]);
  });

  it("is requested below the service's base path, with its path parameters filled in", async () => {
    const { baseUrl, requested } = await serve(lines([]));
    const { client } = clientOf(`${baseUrl}/reputation/`);
    await all(client.list("/v2/integration-imports/{import_id}/appointments", { path: { import_id: "7" } }));
    expect(requested).toEqual(["GET /reputation/v2/integration-imports/7/appointments"]);
  });

  it.each([[undefined], [2]])("reports the position of its first page with the limit %j", async (limit) => {
    const at = (time: string, epoch: string) => ({ "x-watermark": time, "x-epoch": epoch });
    const { baseUrl } = await serve(
      lines([{ review_id: 1 }, { review_id: 2 }], {
        ...(limit && next("a")),
        ...at("2026-06-01T12:00:00+00:00", "e1"),
      }),
      lines([{ review_id: 3 }], at("2026-06-02T12:00:00+00:00", "e2")),
    );
    const positions: unknown[] = [];
    const query = limit === undefined ? {} : { limit };
    const onPosition = (position: unknown) => void positions.push(position);
    await all(clientOf(baseUrl).client.list("/v2/reviews", { query, onPosition }));
    expect(positions).toEqual([{ modified_since: "2026-06-01T12:00:00+00:00", epoch: "e1" }]);
  });

  it("sends a position, and fails with epoch_expired after a restore", async () => {
    const { baseUrl, requested } = await serve(problem(410, { code: "epoch_expired" }));
    const position = { modified_since: "2026-06-01T12:00:00+00:00", epoch: "e1" };
    const found = all(clientOf(baseUrl).client.list("/v2/reviews", { query: position }));
    await expect(found).rejects.toMatchObject({ status: 410, code: "epoch_expired" });
    expect(requested).toEqual(["GET /v2/reviews?modified_since=2026-06-01T12%3A00%3A00%2B00%3A00&epoch=e1"]);
  });

  it("is fetched in pages with a limit, and a page that breaks off is requested again", async () => {
    const { baseUrl, requested } = await serve(
      lines([{ review_id: 1 }, { review_id: 2 }], next("a")),
      breakOff([{ review_id: 3 }], next("b")),
      lines([{ review_id: 3 }, { review_id: 4 }], next("b")),
      lines([{ review_id: 5 }]),
    );
    const { client, pauses } = clientOf(baseUrl);
    const found = await all(client.list("/v2/reviews", { query: { limit: 2 } }));
    expect(found.map(({ review_id: id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(requested.map((line) => new URL(line.slice(4), baseUrl).searchParams.get("cursor"))).toEqual([
      null,
      "a",
      "a",
      "b",
    ]);
    expect(pauses).toHaveLength(1);
  });

  it("yields the rows that arrived before a lost connection, then fails, if it has no limit", async () => {
    const { baseUrl } = await serve(breakOff([{ review_id: 1 }]));
    const found: unknown[] = [];
    const taking = (async () => {
      for await (const review of clientOf(baseUrl).client.list("/v2/reviews")) found.push(review);
    })();
    await expect(taking).rejects.toMatchObject({ name: "ReputeError", status: 0, code: "connection_lost" });
    expect(found).toEqual([{ review_id: 1 }]);
  });

  it("is decoded correctly if a character spans two chunks, and closes the connection when the caller stops", async () => {
    const { baseUrl } = await serve((_request, response) => {
      const text = Buffer.from(`{"comment":"Größe"}\n{"comment":"more"}\n`);
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      response.write(text.subarray(0, 15));
      setTimeout(() => response.write(text.subarray(15)), 20);
      response.on("error", () => {});
    });
    for await (const { comment } of clientOf(baseUrl).client.list("/v2/reviews")) {
      expect(comment).toBe("Größe");
      break;
    }
  });
});

describe("retries", () => {
  it("honor Retry-After, otherwise double the pauses", async () => {
    const away = problem(503, { code: "unavailable" });
    const { baseUrl } = await serve(busy, away, away, lines([{ id: 1 }]));
    const { client, pauses } = clientOf(baseUrl);
    expect(await all(client.list("/v2/locations"))).toEqual([{ id: 1 }]);
    const [pause, first = 0, second = 0] = pauses;
    expect(pause).toBe(7_000);
    expect(first).toBeGreaterThanOrEqual(500);
    expect(second).toBeGreaterThan(first / 2);
  });

  it("stop after the maximum number of attempts", async () => {
    const { baseUrl, requested } = await serve(busy, busy, busy, lines([]));
    const { client } = clientOf(baseUrl, { retries: 2 });
    await expect(all(client.list("/v2/locations"))).rejects.toMatchObject({ status: 429, retryAfterMs: 7_000 });
    expect(requested).toHaveLength(3);
  });

  it("stop if Retry-After exceeds the maximum wait", async () => {
    const { baseUrl, requested } = await serve(busy);
    const { client } = clientOf(baseUrl, { maxWaitSeconds: 5 });
    await expect(all(client.list("/v2/locations"))).rejects.toMatchObject({ status: 429 });
    expect(requested).toHaveLength(1);
  });

  it("skip hosts that do not exist and certificates that are not trusted", async () => {
    for (const code of ["ENOTFOUND", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"]) {
      const failed = new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) });
      let attempts = 0;
      const fetch = () => {
        attempts += 1;
        return Promise.reject(failed);
      };
      const { client } = clientOf("https://repute.invalid", { fetch });
      await expect(all(client.list("/v2/locations"))).rejects.toMatchObject({ code: "connection_lost" });
      expect({ code, attempts }).toEqual({ code, attempts: 1 });
    }
  });

  it("skip requests that are not idempotent, unless they have an Idempotency-Key", async () => {
    const { baseUrl, requested } = await serve(busy, busy, json({ id: 1 }));
    const { client } = clientOf(baseUrl);
    const body = {
      conversion_type: "Online",
      patient_name: "Bo",
      phone_number: "8015550142",
      scct_parameter: "x",
    } as const;
    await expect(client.api.POST("/v1/online-submissions/upload", { body })).rejects.toMatchObject({ status: 429 });
    expect(requested).toHaveLength(1);
    const { data } = await client.api.POST("/v1/online-submissions/upload", {
      body,
      headers: { "Idempotency-Key": "k" },
    });
    expect(data).toEqual({ id: 1 });
  });
});

describe("an error", () => {
  it("contains the problem details", async () => {
    const errors = [{ parameter: "date", message: "expected a date" }];
    const problemJson = {
      code: "invalid_date",
      message: "date: expected a date",
      hint: "write it as 2026-03-01",
      errors,
    };
    const { baseUrl } = await serve(problem(400, { ...problemJson, request_id: "r-1" }));
    const { message, ...rest } = problemJson;
    await expect(all(clientOf(baseUrl).client.list("/v2/reviews"))).rejects.toMatchObject({
      ...{ name: "ReputeError", status: 400, requestId: "r-1" },
      ...{ ...rest, message },
    });
  });

  it("has a code made from the status if a proxy responds in HTML", async () => {
    const { baseUrl } = await serve((_request, response) => {
      response.writeHead(404, { "content-type": "text/html" });
      response.end("<h1>nothing</h1>");
    });
    await expect(clientOf(baseUrl).client.api.GET("/v2/locations")).rejects.toMatchObject({ code: "http_404" });
  });
});

describe("changes", () => {
  const change = (id: string) => ({ list: "calls", id, op: "delete", changed_at: "2026-03-01T00:00:00+00:00" });
  const changesNext = (cursor: string) => ({
    "x-cursor": cursor,
    link: `<http://elsewhere.example/v2/changes?cursor=${cursor}>; rel="next"`,
  });

  it("arrive in pages with cursors, starting at the requested cursor", async () => {
    const { baseUrl, requested } = await serve(
      lines([change("1")], changesNext("b")),
      lines([change("2")], { "x-cursor": "c" }),
    );
    const pages = await all(clientOf(baseUrl).client.changes({ cursor: "a", lists: ["calls", "invites"], limit: 1 }));
    expect(pages).toEqual([
      { changes: [change("1")], cursor: "b", more: true },
      { changes: [change("2")], cursor: "c", more: false },
    ]);
    expect(requested).toEqual([
      "GET /v2/changes?cursor=a&limit=1&lists=calls%2Cinvites",
      "GET /v2/changes?cursor=b&limit=1&lists=calls%2Cinvites",
    ]);
  });

  it("have items whose type depends on the list", async () => {
    const spend = { campaign_id: 50, day: "2026-03-01", amount: "3.33" };
    const upsert = { ...change("1-2026-03-01"), list: "spends", op: "upsert", item: spend };
    const { baseUrl } = await serve(lines([upsert, change("2")], { "x-cursor": "c" }));
    const [page] = await all(clientOf(baseUrl).client.changes());
    expect(spent(page?.changes ?? [])).toEqual(["3.33"]);
  });

  it("wait for more until the signal aborts", async () => {
    const prefers: unknown[] = [];
    const noting =
      (values: readonly unknown[], cursor: string): Handler =>
      (request, response) => {
        prefers.push(request.headers["prefer"]);
        lines(values, { "x-cursor": cursor })(request, response, "");
      };
    const { baseUrl } = await serve(noting([change("1")], "a"), noting([change("2")], "b"), () => {});
    const stop = new AbortController();
    const seen: string[] = [];
    const watching = (async () => {
      const { client } = clientOf(baseUrl);
      for await (const { cursor } of client.changes({ waitSeconds: 30, signal: stop.signal })) {
        seen.push(cursor);
        if (cursor === "b") setTimeout(() => stop.abort(), 20);
      }
    })();
    await expect(watching).rejects.toMatchObject({ name: "AbortError" });
    expect(seen).toEqual(["a", "b"]);
    expect(prefers).toEqual([undefined, "wait=30"]);
  });

  it("are requested after a pause if the server does not wait", async () => {
    const none = lines([], { "x-cursor": "a" });
    const { baseUrl } = await serve(none, none, lines([change("1")], { "x-cursor": "b" }), problem(500, {}));
    const { client, pauses } = clientOf(baseUrl);
    await expect(all(client.changes({ waitSeconds: 30 }))).rejects.toMatchObject({ status: 500 });
    expect(pauses).toEqual([2_000, 2_000, 100]);
  });

  it("are requested again after a lost connection, and none appear twice", async () => {
    const { baseUrl } = await serve(
      breakOff([change("1")], { "x-cursor": "a" }),
      lines([change("1")], { "x-cursor": "a" }),
    );
    const pages = await all(clientOf(baseUrl).client.changes());
    expect(pages.map(({ changes }) => changes.map(({ id }) => id))).toEqual([["1"]]);
  });
});
