import { types } from "pg";

const int8 = 20;

/** Parsers for result values. They return bigint columns as numbers, although the driver's default is strings. */
export const valueTypes: { getTypeParser: typeof types.getTypeParser } = {
  getTypeParser: ((oid: number, format?: "text") =>
    oid === int8 ? safeInteger : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError("A stored integer exceeds the safe integer range");
}
