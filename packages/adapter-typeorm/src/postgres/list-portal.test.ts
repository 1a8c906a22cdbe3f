import { describe, expect, it } from "@jest/globals";
import { messageReader, rowByRow, rowJoiner } from "./list-portal.js";

const message = (kind: string, content: Buffer) => {
  const head = Buffer.alloc(5);
  head.write(kind, "latin1");
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
};
const row = (value: string) => {
  const head = Buffer.alloc(6);
  head.writeUInt16BE(1);
  head.writeUInt32BE(value.length, 2);
  return message("D", Buffer.concat([head, Buffer.from(value)]));
};

const values = ["first", "", "x".repeat(40), "last"];
const complete = message("C", Buffer.from("SELECT 4\0"));
const sent = Buffer.concat([message("2", Buffer.alloc(0)), ...values.map(row), complete]);

/** Reads messages in chunks of a size. Overwrites spent chunks, as if their memory was reused. */
function readIn(size: number, joinerOf: (take: (json: Buffer) => void) => ReturnType<typeof rowByRow>) {
  const rows: Buffer[] = [];
  const others: string[] = [];
  const joiner = joinerOf((json) => rows.push(json));
  const read = messageReader({
    row: joiner.add,
    other: (other) => others.push(other.toString("latin1", 0, 1)),
    spent: (chunk) => chunk.fill("!"),
  });
  for (let start = 0; start < sent.length; start += size) read(Buffer.from(sent.subarray(start, start + size)));
  joiner.cut();
  return { rows: rows.map(String), others };
}

describe("messages of a server", () => {
  const sizes = Array.from({ length: sent.length }, (_, index) => index + 1);

  it("are identical for any chunk size", () => {
    for (const size of sizes) {
      const byRow = readIn(size, (take) => rowByRow(({ json }) => take(json)));
      expect({ size, ...byRow }).toEqual({ size, rows: values, others: ["2", "C"] });
      const joined = readIn(size, (take) => rowJoiner(",", ({ json }) => take(json)));
      expect({ size, ...joined }).toEqual({ size, rows: [values.join(",")], others: ["2", "C"] });
    }
  });

  it("release their chunk unless a handler received a part that it may keep", () => {
    const spent: Buffer[] = [];
    const read = messageReader({ row: () => {}, other: () => {}, spent: (chunk) => spent.push(chunk) });
    const [rows, other] = [row("one"), complete];
    read(rows);
    read(other);
    read(Buffer.concat([rows, other]));
    expect(spent).toEqual([rows]);
    // A message that spans two chunks gets separate memory.
    read(other.subarray(0, 7));
    read(other.subarray(7));
    expect(spent).toHaveLength(3);
  });
});
