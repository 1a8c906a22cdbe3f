import type { Catalog } from "../../foundation/catalog/catalog.js";
import type { InputLine, LineOf, ReadAccount, Report } from "../../foundation/records/line-rules.js";
import { type AnyLoadedType, loadedTypes, type RecordReads } from "../../subjects/record-types/record-types.js";
import type { BundleSource } from "./bundle-source.js";
import { isOneOf, readBundleLine } from "./read-bundle-line.js";

/** Starts checking the lines of the given record types. */
export function lineChecks(types: readonly AnyLoadedType[] = loadedTypes) {
  const checks = new Map(types.flatMap(({ kind, lines }) => (lines.check ? [[kind as string, lines.check()]] : [])));
  return {
    note: (line: InputLine, report: Report): void => checks.get(line.kind)?.note?.(line, report),
    /** Compares the lines that were passed to `note` with the account's records. */
    async finish(read: ReadAccount<RecordReads>, lineOf: LineOf, report: Report): Promise<void> {
      for (const { finish } of checks.values()) await finish?.(read, lineOf, report);
    },
    /** Compares the lines of these kinds with the catalog. Reads the bundle again only if a check needs it. */
    async compare(source: BundleSource, kinds: ReadonlySet<string>, catalog: Catalog, report: Report): Promise<void> {
      const compared = new Map(
        [...checks].flatMap(([kind, { compare }]) => (compare && kinds.has(kind) ? [[kind, compare(catalog)]] : [])),
      );
      if (compared.size > 0) await readAgain(source, compared, report);
    },
  };
}

type Compare = (line: InputLine) => readonly { readonly key: string; readonly message: string }[];

/** Reads the bundle again to compare its lines with the catalog. Problems within single lines are already reported. */
async function readAgain(source: BundleSource, compared: ReadonlyMap<string, Compare>, report: Report): Promise<void> {
  const kinds = [...compared.keys()];
  for await (const chunk of source.read()) {
    for (const raw of chunk) {
      const read = isOneOf(kinds, raw) ? readBundleLine(raw, () => {}) : undefined;
      if (!read || read.isDeletion) continue;
      const { line, kind } = read;
      for (const { key, message } of compared.get(kind)?.(read) ?? []) report({ line, kind, key, message });
    }
  }
}
