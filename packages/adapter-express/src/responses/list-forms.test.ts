import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "@jest/globals";
import type { FeedBatch } from "@repute/domain";
import { at, bundleOf } from "@repute/domain/testing";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import request from "supertest";
import { scaled } from "../../../../test/torture.js";
import { practice, withFeed } from "../../test/practice.js";
import { closeServers, portOf, rawConnection } from "../../test/raw-connection.js";
import { createApp } from "../server.js";
import { csvForm, csvText, wholeList } from "./list-forms.js";

describe("forms", () => {
  afterEach(closeServers);

  const ndjson = "application/x-ndjson";
  const csv = "text/csv";

  async function served() {
    const acme = await practice();
    const app = createApp(acme.domain, acme.options);
    const get = (path: string, accept?: string) => {
      const requested = request(app).get(path).set("api-token", acme.tokens["api-token"]).buffer(true);
      return (accept === undefined ? requested : requested.set("Accept", accept)).parse((reply, done) => {
        let text = "";
        (reply as unknown as NodeJS.ReadableStream).on("data", (chunk: Buffer) => (text += chunk.toString()));
        (reply as unknown as NodeJS.ReadableStream).on("end", () => done(null, text));
      });
    };
    return { ...acme, app, get };
  }

  describe("the Accept header", () => {
    it.each([
      [undefined, "application/json"],
      ["*/*", "application/json"],
      ["application/*", "application/json"],
      ["text/*", csv],
      [ndjson, ndjson],
      ["TEXT/CSV", csv],
      ["text/csv; charset=UTF-8", csv],
      ["text/csv; header=present", csv],
      ["text/csv;q=0.9; header=present, application/json;q=0.1", csv],
      ['Text/CSV; Header="present"; charset=utf-8', csv],
      ["text/csv; header=absent", "application/json"],
      ["application/x-ndjson;charset=utf-8;q=0.2, application/json;q=0.1", ndjson],
      ["text/csv;q=0.5, application/x-ndjson;q=0.9", ndjson],
      ["application/json;q=0.1, */*;q=0.2", ndjson],
      ["application/json;q=0, */*", ndjson],
      ["text/csv, application/json", csv],
      ["text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8", "application/json"],
      ["text/html", "application/json"],
      ["application/xml, text/csv;q=0", "application/json"],
      [", ;q=x,,", "application/json"],
    ])("%j selects %s", async (accept, expected) => {
      const { get } = await served();
      for (const path of ["/v2/reviews", "/v2/locations"]) {
        const { headers } = await get(path, accept).expect(200);
        expect(headers["content-type"]?.split(";")[0]).toBe(expected);
        expect(headers["vary"]).toBe("Accept, Accept-Encoding");
      }
    });

    it.each(["application/json;q=0", "application/json; q=0.000, text/html", "text/html,application/json;Q=0"])(
      "%j gets a 406",
      async (accept) => {
        const { get } = await served();
        const { headers, body } = await get("/v2/reviews", accept).expect(406);
        expect(headers["content-type"]).toBe("application/problem+json");
        expect(JSON.parse(body as string)).toMatchObject({ code: "not_acceptable" });
      },
    );

    it("has no effect on responses other than lists and on errors", async () => {
      const { get } = await served();
      expect((await get("/healthz", csv).expect(200)).headers["content-type"]).toBe("application/json");
      const { headers } = await get("/v2/reviews?rating=6", csv).expect(400);
      expect(headers["content-type"]).toBe("application/problem+json");
    });
  });

  describe("a list as NDJSON", () => {
    it("has one item per line with a line feed after each", async () => {
      const { get } = await served();
      const { body, headers } = await get("/v2/reviews", ndjson);
      expect(headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
      const { body: json } = await get("/v2/reviews");
      const lines = (body as string).split("\n");
      expect(lines.pop()).toBe("");
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
        (JSON.parse(json as string) as { items: unknown[] }).items,
      );
    });

    it("is empty if the list is empty", async () => {
      const { get } = await served();
      const { body, headers } = await get("/v2/reviews?rating=3", ndjson).expect(200);
      expect(body).toBe("");
      expect(headers["content-length"]).toBe("0");
    });

    it("is available for catalogs with a separate ETag", async () => {
      const { get } = await served();
      const json = await get("/v2/groups");
      const lines = await get("/v2/groups", ndjson);
      expect([JSON.parse(lines.body as string)]).toEqual(
        (JSON.parse(json.body as string) as { items: unknown[] }).items,
      );
      expect(lines.headers["etag"]).not.toBe(json.headers["etag"]);
      await get("/v2/groups", ndjson)
        .set("If-None-Match", lines.headers["etag"] ?? "")
        .expect(304);
    });
  });

  describe("a list as CSV", () => {
    it("has a header row and one row per item that a CSV parser can read", async () => {
      const { get } = await served();
      const { body, headers } = await get("/v2/reviews", csv);
      expect(headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
      const rows = parse(body as string, { columns: true }) as Record<string, string>[];
      expect(Object.keys(rows[0] ?? {}).slice(0, 3)).toEqual(["comment", "create_time", "external_location_ids"]);
      expect(rows).toMatchObject([
        { review_id: "502", rating: "2", comment: "Cold waiting room", provider: "", groups: "[]" },
        { review_id: "501", rating: "5", external_location_ids: '["L-1"]', groups: "[30]", provider_id: "10" },
      ]);
    });

    it("is only the header row if the list is empty", async () => {
      const { get } = await served();
      expect((await get("/v2/reviews?rating=3", csv)).body).toMatch(/^comment,create_time,[a-z_,]+\r\n$/);
    });

    it("is available for catalogs", async () => {
      const { get } = await served();
      const { body } = await get("/v2/platforms", csv);
      expect(body).toBe("id,name,is_survey,active\r\n3,Google,false,true\r\n4,After the visit,true,\r\n");
    });
  });

  describe("a possible formula in CSV", () => {
    it.each([
      ["text/csv; formulas=keep", "=1+1"],
      ["text/csv;formulas=keep;charset=utf-8", "=1+1"],
      ["application/json;q=0.5, text/csv; formulas=keep", "=1+1"],
      ["text/csv", "'=1+1"],
      ["text/*", "'=1+1"],
    ])("is rendered for %s as %s", async (accept, written) => {
      const { domain, account, get } = await served();
      await domain.bundle.load(
        account,
        bundleOf([{ kind: "location", id: 9, location_name: "=1+1", external_location_ids: [] }]),
      );
      const { body, headers } = await get("/v2/locations", accept);
      expect(headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
      expect(body).toContain(`9,${written},[]\r\n`);
    });
  });

  describe("CSV", () => {
    const rowOf = (item: object, columns = Object.keys(item)) => {
      const [, ...rows] = wholeList(csvForm(columns), Buffer.from(JSON.stringify(item)))
        .toString()
        .split("\r\n");
      return rows.join("\r\n").replace(/\r\n$/, "");
    };

    it.each([
      ["plain", "plain"],
      ["a,b", '"a,b"'],
      ['say "hi"', '"say ""hi"""'],
      ["two\nlines", '"two\nlines"'],
      ["two\r\nlines", '"two\r\nlines"'],
      ["", '""'],
      [null, ""],
      [undefined, ""],
      [0, "0"],
      [-5.25, "-5.25"],
      [1e21, "1e+21"],
      [true, "true"],
      [false, "false"],
      [["a", 1], '"[""a"",1]"'],
      [{ "a,b": null }, '"{""a,b"":null}"'],
      ["=1+1", "'=1+1"],
      ["+18015550123", "'+18015550123"],
      ["-5", "'-5"],
      ["@SUM(A1)", "'@SUM(A1)"],
      ["\t=1", "'\t'=1"],
      ["\r=1", "\"'\r'=1\""],
      ["\nx", '"\'\nx"'],
      ["a;=1+1", "a;'=1+1"],
      ['a;"=1+1', '"a;\'""=1+1"'],
      ["a\n@x", '"a\n\'@x"'],
      ["a\t-2", "a\t'-2"],
      ["a, -2; b = c", '"a, -2; b = c"'],
      [[-5, -3], '"[-5,-3]"'],
      [{ a: ";=1" }, '"{""a"":"";\'=1""}"'],
      ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
      ["a=1", "a=1"],
      ["żółć 😀", "żółć 😀"],
    ])("renders %j as %s", (value, expected) => {
      expect(rowOf({ first: value, last: 1 })).toBe(`${expected},1`);
    });

    it("has columns with any names, escaped like other strings", () => {
      const columns = ["b", "a.b", "__proto__", "constructor", "=x"];
      const item = '{"a.b":1,"b":2,"__proto__":3,"other":4}';
      expect(wholeList(csvForm(columns), Buffer.from(item)).toString()).toBe(
        "b,a.b,__proto__,constructor,'=x\r\n2,1,3,,\r\n",
      );
      expect(wholeList(csvForm(["__proto__"]), Buffer.from('{"a":1}\n{"a":2}')).toString()).toBe(
        "__proto__\r\n\r\n\r\n",
      );
    });
  });

  describe("a long list", () => {
    const item = (number: number) =>
      JSON.stringify({ review_id: number, comment: `No. ${number}, "quoted"\nand ${"long ".repeat(20)}` });
    const batches = 5;
    const perBatch = 2_500;
    async function long({ failAt = Number.NaN } = {}) {
      let read = 0;
      let ended = 0;
      const joined = (separator: string) =>
        async function* (): AsyncGenerator<FeedBatch, void> {
          try {
            while (read < batches) {
              if (read === failAt) throw new Error("disk gone");
              const first = read * perBatch;
              const texts = Array.from({ length: perBatch }, (_, index) => item(first + index));
              read += 1;
              yield { count: perBatch, json: Buffer.from(texts.join(separator)), watermark: at("2026-05-31") };
            }
          } finally {
            ended += 1;
          }
        };
      const acme = await practice((ports) => ({
        ...ports,
        storage: {
          ...ports.storage,
          feed: { ...ports.storage.feed, read: (_account, _list, { separator = "," }) => joined(separator)() },
        },
      }));
      const app = createApp(acme.domain, { ...acme.options, checkReplies: false });
      const connection = rawConnection(await portOf(app));
      const ask = (accept: string, method = "GET", encoding = "gzip") =>
        connection.send(
          `${method} /v2/reviews HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nAccept-Encoding: ${encoding}\r\n` +
            `api-token: ${acme.tokens["api-token"]}\r\nConnection: close\r\n\r\n`,
        );
      return { ...acme, ...connection, ask, seen: () => ({ read, ended }) };
    }
    const bodyOf = async ({ replies }: Awaited<ReturnType<typeof long>>) => {
      const [reply] = await replies(1);
      expect(reply?.headers).toMatchObject({ "transfer-encoding": "chunked" });
      const bytes = Buffer.from(reply?.body ?? "", "latin1");
      return (reply?.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
    };

    it("is streamed as NDJSON up to its last line feed", async () => {
      const connection = await long();
      connection.ask(ndjson);
      const text = await bodyOf(connection);
      expect(text.endsWith("}\n")).toBe(true);
      const lines = text.trimEnd().split("\n");
      expect(lines).toHaveLength(batches * perBatch);
      expect(lines.at(-1)).toBe(item(batches * perBatch - 1));
    });

    it.each(["gzip", "identity"])("is streamed as CSV row by row (%s)", async (encoding) => {
      const connection = await long();
      connection.ask(csv, "GET", encoding);
      const rows = parse(await bodyOf(connection), { columns: true }) as Record<string, string>[];
      expect(rows.map(({ review_id }) => Number(review_id))).toEqual(rows.map((_, index) => index));
      expect(rows).toHaveLength(batches * perBatch);
      expect(rows[7_777]).toMatchObject({ comment: (JSON.parse(item(7_777)) as { comment: string }).comment });
    });

    it.each([ndjson, csv])("resets its connection as %s if it fails", async (accept) => {
      const connection = await long({ failAt: 3 });
      connection.ask(accept);
      await connection.closed;
      expect(connection.text()).toMatch(/^HTTP\/1.1 200 OK/);
      expect(connection.text().endsWith("0\r\n\r\n")).toBe(false);
      expect(connection.reports).toMatchObject([{ error: { message: "disk gone" } }]);
      expect(connection.seen().ended).toBe(1);
    });

    it("has no body for HEAD and is closed", async () => {
      const connection = await long();
      connection.ask(csv, "HEAD");
      await connection.closed;
      const [head, body] = connection.text().split("\r\n\r\n");
      expect(head).toContain("Content-Type: text/csv; charset=utf-8; header=present");
      expect(body).toBe("");
      expect(connection.seen()).toEqual({ read: 1, ended: 1 });
    });
  });

  describe("reply checks", () => {
    it.each(["application/json", ndjson, csv])("detect schema violations in %s", async (accept) => {
      const wrong = async function* (): AsyncGenerator<FeedBatch, void> {
        yield { count: 1, json: Buffer.from('{"n":1}'), watermark: at("2026-05-31") };
      };
      const acme = await practice(withFeed(wrong));
      await request(createApp(acme.domain, acme.options))
        .get("/v2/reviews")
        .set({ "api-token": acme.tokens["api-token"], Accept: accept })
        .expect(500);
      expect(String(acme.reports[0]?.error)).toContain("/items/0/n is not a known member");
    });
  });
});

/**
 * Splits CSV like a spreadsheet that expects this separator and recognizes quotation marks only at the start of a
 * cell.
 */
function cellsFor(separator: string, csv: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= csv.length; at += 1) {
    const [, quoted = ""] = /^"((?:[^"]|"")*)"?/.exec(csv.slice(at)) ?? [];
    const begin = csv[at] === '"' ? at + quoted.length + 2 : at;
    const ends = [separator, "\n", "\r"].map((one) => csv.indexOf(one, begin)).filter((end) => end !== -1);
    const end = Math.min(csv.length, ...ends);
    cells.push(quoted.replaceAll('""', '"') + csv.slice(begin, end));
    at = end;
  }
  return cells;
}

const piece = fc.oneof(
  fc.constantFrom(
    "=",
    "+",
    "-",
    "@",
    "＝",
    "＋",
    "－",
    "＠",
    ";",
    ",",
    "\t",
    "\n",
    "\r",
    '"',
    '""',
    "'",
    "1",
    "a",
    " ",
  ),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
const value = fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: fc.array(text, { maxLength: 2 }) });

describe("CSV in a spreadsheet", () => {
  it.each([",", ";", "\t"])("has no cell that starts a formula if the separator is %j", (separator) => {
    fc.assert(
      fc.property(fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { maxLength: 3 }), (rows) => {
        const cells = cellsFor(separator, csvText(rows));
        expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
      }),
      { numRuns: scaled(500, 50_000) },
    );
  });

  it("keeps every string unchanged with formulas=keep", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (row) => {
        const csv = csvText([row.map((one) => one.replaceAll(/[\r\n]/g, "")), ["end"]], "keep");
        expect(cellsFor(",", csv).slice(0, row.length)).toEqual(row.map((one) => one.replaceAll(/[\r\n]/g, "")));
      }),
    );
  });
});

describe("CSV of rows", () => {
  it("is what csv-stringify writes", () => {
    const cell = fc.oneof(value, fc.double(), fc.boolean(), fc.constantFrom(null, undefined));
    const lines = { record_delimiter: "windows", quote_record_delimiter: true } as const;
    const cast = {
      boolean: String,
      string: (one: string) => (one === "" ? { value: one, quoted_empty: true } : one),
      object: (one: object) => JSON.stringify(one),
    };
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 3 }), (rows) => {
        expect(csvText(rows, "keep")).toBe(stringify(rows, { ...lines, cast }));
      }),
      { numRuns: scaled(500, 50_000) },
    );
  });
});

describe("CSV of a list", () => {
  const columns = ["text", "a(b)\\", "__proto__", "list", "nested", "more"];
  const rendered = (lines: readonly string[], formulas?: "keep") =>
    wholeList(csvForm(columns, formulas), Buffer.from(lines.join("\n"))).toString();
  const rowsOf = (lines: readonly string[]) =>
    lines.map((line) => {
      const item = new Map<string, unknown>(Object.entries(JSON.parse(line) as object));
      return columns.map((name) => item.get(name));
    });

  it("is the CSV of the items' values, for items of any shape", () => {
    const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    const one = fc.oneof(text, number, fc.boolean(), fc.constant(null));
    const list = fc.array(fc.oneof(one, fc.record({ a: one })), { maxLength: 3 });
    const any = fc.oneof(one, list, fc.array(list, { maxLength: 2 }), fc.record({ a: list }));
    const members = fc.uniqueArray(fc.tuple(fc.constantFrom(...columns, "other"), any), {
      selector: ([name]) => name,
    });
    const usual = fc.tuple(one, one, list).map(([first, second, third]) => [
      ["text", first],
      ["more", second],
      ["list", third],
    ]);
    const lineOf = (item: readonly (readonly unknown[])[]) =>
      `{${item.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`).join(",")}}`;
    const lines = fc.array(fc.oneof(usual, members).map(lineOf), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lines, fc.constantFrom(undefined, "keep" as const), (some, formulas) => {
        expect(rendered(some, formulas)).toBe(csvText([columns, ...rowsOf(some)], formulas));
      }),
      { numRuns: scaled(500, 50_000) },
    );
  });

  it("renders an item that has the members of another item and one more", () => {
    const item = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`member ${index}`, index % 2 || null]));
    const lines = [item, { ...item, last: { a: 1 } }].map((one) => JSON.stringify(one));
    expect(rendered(lines)).toBe(csvText([columns, ...rowsOf(lines)]));
  });
});
