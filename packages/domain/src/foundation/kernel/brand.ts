declare const brand: unique symbol;

/** Nominal type: a value of type `Base` that only the parser for `Name` creates. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
