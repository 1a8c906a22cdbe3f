import { bundleFormat } from "@repute/domain";
import { code, table } from "./tables.mjs";

/** Generates a section with the keys of each kind of bundle line. */
export const bundleParts = () => ({ kinds: bundleFormat().map(section).join("\n\n") });

function section({ kind, keys, deletedBy }) {
  const rows = keys.map(({ key, expected, required }) => [code(key), expected, required ? "yes" : ""]);
  return [`### ${kind}`, deletion(kind, deletedBy), table(["Key", "Value", "Required"], rows)].join("\n\n");
}

function deletion(kind, keys) {
  if (keys === undefined) return `Records of the kind ${code(kind)} cannot be deleted.`;
  const needed = ["kind", "deleted", ...keys].map(code);
  const list = `${needed.slice(0, -1).join(", ")} and ${needed.at(-1)}`;
  return `To delete a record of this kind, use a [deletion line](#deletion) with the keys ${list}.`;
}
