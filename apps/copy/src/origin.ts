/** Source of a copy and the lists to copy. Undefined `lists` means all lists. */
export type Origin = { readonly source: string; readonly lists: readonly string[] | undefined };
