import { bundleFormat } from "@repute/domain";
import { code, table } from "./tables.mjs";

/** Generates a section with the keys of each kind of bundle line. */
export const parts = () => ({ kinds: bundleFormat().map(section).join("\n\n") });

function section({ kind, keys, deletedBy }) {
  const rows = keys.map(({ key, expected, required }) => [code(key), valueOf(expected), required ? "yes" : ""]);
  const parts = [`### ${kind}`, deletion(deletedBy), table(["Key", "Value", "Required"], rows)];
  return parts.filter((part) => part !== undefined).join("\n\n");
}

/** Short names of the values that the page defines above the kinds. */
const shortNames = {
  "a positive integer": "id",
  "a non-empty string of at most 500 characters": "string",
  "a string of at most 500 characters on one line": "line",
  "a string of at most 10000 characters without NUL characters": "long string",
  "an ISO 8601 timestamp with Z or an offset": "timestamp",
  "a date (YYYY-MM-DD)": "date",
  'an amount such as "1250.00"': "amount",
};

const valueOf = (expected) =>
  shortNames[expected] ?? expected.replace(/ \((?:a )?positive integers?\)/, "").replace(/^an? /, "");

/** Names the keys that identify a record, unless the only key is `id`. */
function deletion(keys) {
  if (keys === undefined) return "A line of this kind cannot be a deletion line.";
  if (keys.join() === "id") return undefined;
  return `A [deletion line](#deletion) has ${["kind", "deleted", ...keys].map(code).join(", ")}.`;
}
