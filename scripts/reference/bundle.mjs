import { bundleFormat } from "@repute/domain";
import { code, codes, table } from "./tables.mjs";

/** The keys of every kind of bundle line. */
export const bundleParts = () => ({ kinds: bundleFormat().map(section).join("\n\n") });

function section({ kind, keys, deletedBy }) {
  const rows = keys.map(({ key, expected, required }) => [code(key), expected, required ? "yes" : ""]);
  return [`### ${kind}`, deletion(deletedBy), table(["Key", "Value", "Required"], rows)].join("\n\n");
}

function deletion(keys) {
  if (keys === undefined) return "Cannot be deleted.";
  return keys.length === 0 ? "Deleted by kind alone." : `Deleted by ${codes(keys)}.`;
}
