/** One line of a bundle: the JSON value it holds, or what is wrong with its text. */
export type BundleLine =
  { readonly line: number; readonly value: unknown } | { readonly line: number; readonly problem: string };

/** An account bundle that can be read from its beginning as often as needed; blank lines are left out. */
export interface BundleSource {
  /** Lines in their order, some at a time. */
  read(): AsyncIterable<readonly BundleLine[]>;
}
