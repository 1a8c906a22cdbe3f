declare const brand: unique symbol;

/** A `Base` that only its own parser may mint. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
