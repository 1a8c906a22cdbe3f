/** One line of a bundle: its parsed JSON value, or the problem that prevented parsing. */
export type ParsedLine =
  { readonly line: number; readonly value: unknown } | { readonly line: number; readonly problem: string };

/** An account bundle that can be read several times, each time from its beginning. Blank lines are skipped. */
export interface BundleSource {
  /** Reads the lines in file order, in chunks. */
  read(): AsyncIterable<readonly ParsedLine[]>;
}
