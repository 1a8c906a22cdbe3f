declare const brand: unique symbol;

/** Nominal type. Only the parser for `Name` converts a `Base` value to this type. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
