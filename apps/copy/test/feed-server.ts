import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { checksumOf } from "../src/page.js";
import type { Item } from "../src/shape/table.js";

type Record_ = {
  readonly list: string;
  readonly id: string;
  readonly seq: number;
  readonly changedAt: string;
  readonly json?: string;
};

/** Minimal source that stores an account in memory and serves its changes over HTTP. */
export type FeedServer = {
  readonly baseUrl: string;
  readonly token: string;
  put(list: string, id: string, item: Item): void;
  remove(list: string, id: string): void;
  /** Replaces the accepted token. */
  rotate(token: string): void;
  /** Purges the tombstones of all deleted rows, so that earlier cursors expire. */
  sweep(): void;
  /** Resets the connection during one response, after the given number of requests. */
  breakOffAfter(requests: number): void;
  /** Runs an action when the given number of further requests have arrived, before the last one is answered. */
  atRequest(number: number, act: () => void): void;
  /** Requests received so far, with their `Prefer` headers. */
  readonly requested: string[];
  /** Current rows by list and id. */
  state(): ReadonlyMap<string, Item>;
  stop(): Promise<void>;
};

/**
 * Starts a feed server.
 * Without `hasChecksums`, it behaves like an older version that has no checksums.
 * With `failsAfter`, requests for changes fail with a 500 after every `failsAfter` successful requests.
 */
export async function feedServer(
  account = "a",
  { hasChecksums = true, failsAfter = Infinity } = {},
): Promise<FeedServer> {
  const records = new Map<string, Record_>();
  const requested: string[] = [];
  const token = `rpa_${account}`;
  let accepted = token;
  let [seq, swept, fine, pages] = [0, 0, Infinity, 0];
  const actions = new Map<number, () => void>();

  const set = (list: string, id: string, json?: string) => {
    seq += 1;
    const day = String((seq % 27) + 1).padStart(2, "0");
    const changedAt = `2026-0${(seq % 3) + 1}-${day}T10:00:00+00:00`;
    records.set(`${list}\0${id}`, { list, id, seq, changedAt, ...(json !== undefined && { json }) });
  };
  const after = (position: number, lists: string) => {
    const wanted = lists === "" ? undefined : new Set(lists.split(","));
    return [...records.values()]
      .filter((record) => record.seq > position && (!wanted || wanted.has(record.list)))
      .filter(({ json }) => position > 0 || json !== undefined)
      .sort((a, b) => a.seq - b.seq);
  };

  async function changes(request: IncomingMessage, url: URL, response: ServerResponse) {
    const { lists, limit, cursor } = asksOf(url);
    const [of, chosen, position, since] = readCursor(cursor ?? `${account};${lists};0;${seq}`);
    pages += 1;
    if (pages % (failsAfter + 1) === 0) return problem(response, 500, "internal_error");
    if (of !== account || chosen !== lists) return problem(response, 400, "invalid_cursor");
    if (since < swept) return problem(response, 410, "cursor_expired");
    for (let left = secondsOf(request) * 20; left > 0 && after(position, lists).length === 0; left -= 1) {
      await setTimeout(50);
    }
    const all = after(position, lists);
    const page = all.slice(0, limit);
    const more = page.length < all.length;
    setCursor(response, `${account};${lists};${more ? placeAfter(page, since) : `${seq};${seq}`}`, more);
    fine -= 1;
    respond(
      response,
      page.map((record) => `${lineOf(record)}\n`),
      fine === -1,
    );
  }

  function checksums(url: URL, response: ServerResponse) {
    const sums = new Map<string, { list: string; month: string; count: number; sum: bigint }>();
    for (const { list, id, changedAt, json } of after(0, url.searchParams.get("lists") ?? "")) {
      const month = changedAt.slice(0, 7);
      const sum = sums.get(list + month) ?? { list, month, count: 0, sum: 0n };
      sums.set(list + month, {
        ...sum,
        count: sum.count + 1,
        sum: sum.sum + BigInt(checksumOf(id, Buffer.from(json ?? ""))),
      });
    }
    response.setHeader("content-type", "application/x-ndjson");
    response.setHeader("x-cursor", `${account};;${seq};${seq}`);
    const items = [...sums.values()].map(({ sum, ...rest }) => ({ ...rest, checksum: String(sum % 2n ** 53n) }));
    response.end(items.map((item) => `${JSON.stringify(item)}\n`).join(""));
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://any");
    requested.push(
      `${request.url}${request.headers["prefer"] === undefined ? "" : ` ${String(request.headers["prefer"])}`}`,
    );
    actions.get(requested.length)?.();
    response.on("error", () => {});
    if (request.headers["api-token"] !== accepted) problem(response, 401, "access_token_invalid");
    else if (url.pathname === "/v2/changes") void changes(request, url, response);
    else if (hasChecksums) checksums(url, response);
    else problem(response, 404, "not_found");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    requested,
    rotate: (next) => void (accepted = next),
    put: (list, id, item) => set(list, id, JSON.stringify(item)),
    remove: (list, id) => set(list, id),
    sweep: () => {
      swept = seq;
      for (const [key, { json }] of records) if (json === undefined) records.delete(key);
    },
    breakOffAfter: (requests) => (fine = requests),
    atRequest: (number, act) => void actions.set(requested.length + number, act),
    state: () => new Map(after(0, "").map(({ list, id, json = "" }) => [`${list} ${id}`, JSON.parse(json) as Item])),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Parses a cursor: account, lists, position, and the sequence number after which the copy needs deletions. */
function readCursor(cursor: string) {
  const [account, lists, position, since] = cursor.split(";");
  return [account, lists, Number(position), Number(since)] as const;
}

const placeAfter = (page: readonly Record_[], since: number): string => {
  const end = page.at(-1)?.seq ?? 0;
  return `${end};${Math.max(since, end)}`;
};

const asksOf = ({ searchParams }: URL) => ({
  lists: searchParams.get("lists") ?? "",
  limit: Number(searchParams.get("limit") ?? Infinity),
  cursor: searchParams.get("cursor"),
});

function setCursor(response: ServerResponse, cursor: string, more: boolean): void {
  response.setHeader("x-cursor", cursor);
  if (more) response.setHeader("link", `</v2/changes?cursor=${encodeURIComponent(cursor)}>; rel="next"`);
}

const secondsOf = ({ headers }: IncomingMessage) => Number(/^wait=(\d+)$/.exec(String(headers["prefer"]))?.[1] ?? 0);

/** Responds with all lines. If `breaksOff` is true, sends half of the lines and resets the connection. */
function respond(response: ServerResponse, lines: readonly string[], breaksOff: boolean): void {
  response.setHeader("content-type", "application/x-ndjson");
  if (!breaksOff) return void response.end(lines.join(""));
  response.flushHeaders();
  response.write(lines.slice(0, Math.ceil(lines.length / 2)).join(""), () => setImmediate(() => response.destroy()));
}

const lineOf = ({ list, id, changedAt, json }: Record_): string => {
  const head = JSON.stringify({ list, id, op: json === undefined ? "delete" : "upsert", changed_at: changedAt });
  return json === undefined ? head : `${head.slice(0, -1)},"item":${json}}`;
};

function problem(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/problem+json" });
  response.end(JSON.stringify({ code, message: `it is ${code}`, request_id: "r-1" }));
}
