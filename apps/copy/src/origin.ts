/** Source of a copy, and the lists that it has; all of them if undefined. */
export type Origin = { readonly source: string; readonly lists: readonly string[] | undefined };
