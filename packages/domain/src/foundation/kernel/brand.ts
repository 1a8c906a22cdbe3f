declare const brand: unique symbol;

/** Nominal type: a `Base` value that only the parser of `Name` produces. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
