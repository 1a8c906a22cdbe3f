import type { Brand } from "./brand.js";
import type { Cents } from "./cents.js";
import type { Instant } from "./instant.js";
import type { Field, LineShape, OptionalField } from "./line-shape.js";

/** JSON form of a value. Ids are numbers. Timestamps, dates and amounts of money are strings. */
type JsonOf<T> = T extends Instant | Cents
  ? string
  : T extends Brand<number, string>
    ? number
    : T extends Brand<string, string>
      ? string
      : T extends readonly (infer Element)[]
        ? readonly JsonOf<Element>[]
        : T extends object
          ? { readonly [Name in keyof T]: JsonOf<T[Name]> }
          : T;

type JsonOfField<F> = F extends { readonly members: infer S extends LineShape }
  ? F extends Field<readonly unknown[]>
    ? readonly LineJson<S>[]
    : Readonly<Record<string, LineJson<S>>>
  : F extends Field<infer T>
    ? JsonOf<T>
    : never;

type OptionalKey<S> = { [Key in keyof S]: S[Key] extends OptionalField<unknown> ? Key : never }[keyof S];

/** Line of a bundle as JSON. An optional key can be absent, `null` or `undefined`. */
export type LineJson<S extends LineShape> = {
  readonly [Key in Exclude<keyof S, OptionalKey<S>>]: JsonOfField<S[Key]>;
} & { readonly [Key in OptionalKey<S>]?: JsonOfField<S[Key]> | null | undefined };
