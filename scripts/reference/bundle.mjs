import { bundleFormat } from "@repute/domain";
import { code, codes, table } from "./tables.mjs";

/** Generates a section with the keys of each kind of bundle line. */
export const bundleParts = () => ({ kinds: bundleFormat().map(section).join("\n\n") });

function section({ kind, keys, deletedBy }) {
  const rows = keys.map(({ key, expected, required }) => [code(key), expected, required ? "yes" : ""]);
  return [`### ${kind}`, deletion(kind, deletedBy), table(["Key", "Value", "Required"], rows)].join("\n\n");
}

function deletion(kind, keys) {
  if (keys === undefined) return `Records of the kind ${code(kind)} cannot be deleted.`;
  const line = "A [deletion line](#deletion)";
  if (keys.length === 0) return `${line} for ${code(kind)} needs only the key ${code("kind")}.`;
  return `${line} identifies the ${code(kind)} by ${codes(keys)}.`;
}
