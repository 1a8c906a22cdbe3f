import { appendFile, mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { BundleSource, ParsedLine } from "@repute/domain";
import fc from "fast-check";
import { jsonFault, ndjsonBundle } from "./ndjson.js";

describe("ndjsonBundle", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "repute-bundle-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const bundleOf = async (content: string | Buffer): Promise<BundleSource> => {
    const file = join(folder, "bundle.ndjson");
    await writeFile(file, content);
    return ndjsonBundle(file);
  };
  const linesOf = async (content: string | Buffer) => all(await bundleOf(content));

  it("returns the value of each line with its number, starting at 1", async () => {
    expect(await linesOf('{"kind":"a"}\n{"kind":"b"}\n')).toEqual([
      { line: 1, value: { kind: "a" } },
      { line: 2, value: { kind: "b" } },
    ]);
  });

  it("reads a last line without a line feed", async () => {
    expect(await linesOf('1\n"two"')).toEqual([
      { line: 1, value: 1 },
      { line: 2, value: "two" },
    ]);
  });

  it("skips blank lines but counts them", async () => {
    expect(await linesOf("\n \t\n1\n\r\n\n2\n\n")).toEqual([
      { line: 3, value: 1 },
      { line: 6, value: 2 },
    ]);
  });

  it("accepts lines that end with a carriage return and a line feed", async () => {
    expect(await linesOf('{"a":1}\r\n{"b":2}\r\n')).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 2, value: { b: 2 } },
    ]);
  });

  it("skips a byte order mark only at the start of the file", async () => {
    expect(await linesOf("\uFEFF1\n\uFEFF2\n")).toEqual([
      { line: 1, value: 1 },
      { line: 2, problem: "is not valid JSON: expected a value at character 1 of 2" },
    ]);
  });

  it("returns nothing for an empty file, with or without a byte order mark", async () => {
    expect(await linesOf("")).toEqual([]);
    expect(await linesOf("\uFEFF")).toEqual([]);
  });

  it("decodes characters that span two chunks of the file", async () => {
    const comments = Array.from({ length: 400 }, (_, index) => "é😀".repeat(500 + index));
    const read = await linesOf(comments.map((comment) => JSON.stringify(comment)).join("\n"));
    expect(read.map((line) => "value" in line && line.value)).toEqual(comments);
  });

  it("reports where a line becomes invalid JSON without repeating the line", async () => {
    expect(await linesOf('{"patient":"Ann Example"\n{"patient":"Ann Example"} trailing\n{}')).toEqual([
      {
        line: 1,
        problem: "is not valid JSON: expected a comma or } at the end (character 24)",
      },
      {
        line: 2,
        problem: "is not valid JSON: expected the end of the line at character 27 of 34",
      },
      { line: 3, value: {} },
    ]);
  });

  it("reports bytes that are not UTF-8", async () => {
    const content = Buffer.concat([Buffer.from('"ok"\n"caf'), Buffer.from([0xe9]), Buffer.from('"\n"ok"')]);
    expect(await linesOf(content)).toEqual([
      { line: 1, value: "ok" },
      { line: 2, problem: "is not valid UTF-8" },
      { line: 3, value: "ok" },
    ]);
  });

  it("accepts a line of exactly 1 MB and reports a longer one", async () => {
    const longest = JSON.stringify("x".repeat(1_048_576 - 2));
    expect(await linesOf(`${longest}\n ${longest}\n3`)).toEqual([
      { line: 1, value: "x".repeat(1_048_576 - 2) },
      { line: 2, problem: "is longer than 1 MB" },
      { line: 3, value: 3 },
    ]);
  });

  it("accepts 32 levels of nesting and reports deeper values", async () => {
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    const read = await linesOf([32, 33, 400_000].map(nested).join("\n"));
    expect(read.map((line) => ("problem" in line ? line.problem : "fine"))).toEqual([
      "fine",
      "is nested deeper than 32 levels",
      "is nested deeper than 32 levels",
    ]);
  });

  it.each([
    ['{"a":1,"rating":5, "rating":1}', '"rating" twice in one object (character 20)'],
    ['{"a":{"b":[{"c":1},{"c":1,"\\u0063":2}]}}', '"c" twice in one object (character 27)'],
    ['{"a" :{},"b":"{\\"a\\":1}","a":{"b":1}}', '"a" twice in one object (character 26)'],
  ])("reports a key that an object has twice: %s", async (line, problem) => {
    expect(await linesOf(line)).toEqual([{ line: 1, problem: `has the key ${problem}` }]);
  });

  it("accepts the same key in different objects, and shortens a long duplicate key", async () => {
    const value = { a: [{ a: 1 }, { a: { a: ":" } }], b: { a: '{"a":1,"a":2}' } };
    expect(await linesOf(JSON.stringify(value))).toEqual([{ line: 1, value }]);
    const key = JSON.stringify("x".repeat(200));
    expect(await linesOf(`{${key}:1,${key}:2}`)).toMatchObject([
      { problem: `has the key "${"x".repeat(100)}" twice in one object (character 207)` },
    ]);
  });

  it("unpacks gzip on each read and rejects truncated gzip data", async () => {
    const packed = gzipSync('{"kind":"a"}\n'.repeat(2_000));
    const bundle = await bundleOf(packed);
    expect(await all(bundle)).toHaveLength(2_000);
    expect((await all(bundle))[1_999]).toEqual({ line: 2_000, value: { kind: "a" } });
    await expect(linesOf(packed.subarray(0, packed.length - 4))).rejects.toMatchObject({
      ...{ kind: "invalid", code: "file_unreadable" },
      message: "cannot read the file: its gzip data is damaged or incomplete",
    });
  });

  it.each<[string, string | Buffer]>([
    [
      "pretty-printed JSON; a bundle has one JSON object per line (to convert it, run: jq -c .)",
      '{\n  "kind": "location",\n  "id": 1\n}',
    ],
    [
      "pretty-printed JSON; a bundle has one JSON object per line (to convert it, run: jq -c .)",
      '{ "kind": "location",\n  "id": 1 }',
    ],
    [
      "one JSON array; a bundle has one JSON object per line (to convert it, run: jq -c '.[]')",
      '[{"kind":"a"},\n{"kind":"b"}]',
    ],
    ["one JSON array; a bundle has one JSON object per line (to convert it, run: jq -c '.[]')", "\ufeff\n[\n1\n]\n"],
    ["a CSV table; a bundle has one JSON object per line", "id,name\r\n1,Ann Example\r\n"],
    ["a CSV table; a bundle has one JSON object per line", "id;name\n1;Ann Example"],
    ["a ZIP archive or an Excel workbook", Buffer.from("504b030414000000", "hex")],
    ["UTF-16 text; save it as UTF-8", Buffer.from('\ufeff{"kind":"a"}', "utf16le")],
    ["not a text file; a bundle has one JSON object per line", Buffer.from([0x89, 0x50, 0, 1, 2])],
  ])("rejects a file that is %s", async (guess, content) => {
    const failure = {
      kind: "invalid",
      code: "file_unreadable",
      message: `cannot read the bundle: it is ${guess}`,
    };
    await expect(linesOf(content)).rejects.toMatchObject(failure);
    await expect(linesOf(gzipSync(content))).rejects.toMatchObject(failure);
  });

  it.each(['[1]\n{"kind":"a"}', '{"kind":"a"\n{"kind":"b"}', "hello, world\n{}", '{"kind":"a",\n'.slice(0, -2)])(
    "does not mistake an invalid bundle for another format: %j",
    async (content) => {
      expect((await linesOf(content)).length).toBeGreaterThan(0);
    },
  );

  it("starts over on each read", async () => {
    const bundle = await bundleOf("1\n2\n");
    expect(await all(bundle)).toEqual(await all(bundle));
    expect(await all(bundle)).toHaveLength(2);
  });

  it("yields 1,000 lines per chunk, or fewer if lines are long", async () => {
    const sizes = async (content: string) => {
      const found: number[] = [];
      for await (const chunk of (await bundleOf(content)).read()) found.push(chunk.length);
      return found;
    };
    expect(await sizes("1\n".repeat(2_500))).toEqual([1_000, 1_000, 500]);
    expect((await sizes(`${JSON.stringify("x".repeat(1_000_000))}\n`.repeat(9))).length).toBeGreaterThan(1);
  });

  it("reads an open file twice and leaves it open", async () => {
    const file = join(folder, "open.ndjson");
    await writeFile(file, "1\n2\n");
    const handle = await open(file);
    const bundle = ndjsonBundle(handle);
    expect(await all(bundle)).toHaveLength(2);
    expect(await all(bundle)).toHaveLength(2);
    expect((await handle.stat()).size).toBe(4);
    await handle.close();
  });

  it("rejects a file that changed since the first read", async () => {
    const bundle = await bundleOf("1\n");
    await all(bundle);
    await appendFile(join(folder, "bundle.ndjson"), "2\n");
    await expect(all(bundle)).rejects.toMatchObject({ kind: "invalid", code: "bundle_changed" });
  });

  it("closes the file when a reader stops early", async () => {
    const bundle = await bundleOf("1\n".repeat(5_000));
    for await (const chunk of bundle.read()) {
      expect(chunk).toHaveLength(1_000);
      break;
    }
    expect(await all(bundle)).toHaveLength(5_000);
  });

  it("rejects a file that does not exist with a one-line error", async () => {
    const file = join(folder, "missing.ndjson");
    await expect(all(ndjsonBundle(file))).rejects.toMatchObject({
      kind: "invalid",
      code: "file_unreadable",
      message: `cannot read ${file}: the file does not exist`,
    });
  });

  it("rejects a folder with a one-line error", async () => {
    await mkdir(join(folder, "inner"));
    await expect(all(ndjsonBundle(join(folder, "inner")))).rejects.toMatchObject({
      kind: "invalid",
      message: `cannot read ${join(folder, "inner")}: it is a folder`,
    });
  });

  it("rejects a file that is not a regular file and suggests standard input", async () => {
    await expect(all(ndjsonBundle("/dev/null"))).rejects.toMatchObject({
      kind: "invalid",
      message: "cannot read /dev/null: it is not a regular file; send it through standard input instead",
    });
  });
});

async function all(bundle: BundleSource): Promise<ParsedLine[]> {
  const lines: ParsedLine[] = [];
  for await (const chunk of bundle.read()) lines.push(...chunk);
  return lines;
}

it.each([
  ['{"a":1', "expected a comma or } at the end (character 6)"],
  ['{"a":1,}', "expected a key in double quotes at character 8 of 8"],
  ['{"a":1 "b":2}', "expected a comma or } at character 8 of 13"],
  ["{a:1}", "expected a key in double quotes or } at character 2 of 5"],
  ["{'a':1}", "expected a key in double quotes or } at character 2 of 7"],
  ['{"a" 1}', "expected a colon at character 6 of 7"],
  ['{"a":}', "expected a value at character 6 of 6"],
  ['{"a":NaN}', "expected a value at character 6 of 9"],
  ['{"a":[1,2}', "expected a comma or ] at character 10 of 10"],
  ['{"a":[1,]}', "expected a value at character 9 of 10"],
  ['{"a":01}', "expected a comma or } at character 7 of 8"],
  ['{"a":"b}', "expected a closing quote at the end (character 8)"],
  ['{"a":"b\tc"}', "expected an escape sequence such as \\n at character 8 of 11"],
  ['{"a":"\\x"}', "expected a valid JSON escape sequence at character 7 of 10"],
  ['{"a":1} {"b":2}', "expected the end of the line at character 9 of 15"],
  ["id,name", "expected a value at character 1 of 7"],
])("jsonFault of %j is: %s", (line, fault) => {
  expect(() => JSON.parse(line) as unknown).toThrow();
  expect(jsonFault(line)).toBe(fault);
});

it("jsonFault names the first position after which the line is invalid, for lines of any length", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom("", "\u0001", "}", "]", ",", ":", "x"), (json, where, put) => {
      const place = where % (json.length + 1);
      const line = json.slice(0, place) + put + (put === "" ? "" : json.slice(place));
      if (isJson(line)) return;
      const [, at = ""] = /(?:at the end \(character|at character) (\d+)/.exec(jsonFault(line)) ?? [];
      const good = line.slice(0, Number(at) - (jsonFault(line).includes("at the end (") ? 0 : 1));
      expect(isJson(good) || jsonFault(good).includes("at the end (")).toBe(true);
    }),
  );
  expect(jsonFault(`{"a":"${"x".repeat(1_000_000)}`)).toContain("at the end (character 1000006)");
  expect(jsonFault("[".repeat(1_000_000))).toContain("expected a value or ]");
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
