type TypeName = "string" | "integer" | "number" | "boolean" | "object" | "array" | "null";

/** Subset of JSON Schema for describing routes. */
export type Schema = {
  readonly type: TypeName | readonly [TypeName, "null"];
  /** Name of the schema in the API reference and in generated clients. It must be unique. */
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly format?: "date-time" | "date";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Properties;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | Schema;
  /** Members whose names match a pattern. They are published, and the domain reads them. */
  readonly patternProperties?: Readonly<Record<string, { readonly description: string }>>;
  /** Alternatives, of which at least one must match. */
  readonly anyOf?: readonly Schema[];
  /**
   * Schema of the value inside a string parameter.
   * The API reference shows this schema instead of a string, and the domain parses the value.
   */
  readonly textOf?: Schema;
};

type Properties = { readonly [name: string]: Schema };

/** Object schema with declared members, for queries and bodies. */
export type ObjectSchema = Schema & { readonly type: "object"; readonly properties: Properties };

/** TypeScript type of the JSON values that a schema describes. */
export type Wire<S> = S extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : S extends { readonly type: readonly (infer Type)[] }
    ? OfType<Type, S>
    : S extends { readonly type: infer Type }
      ? OfType<Type, S>
      : unknown;

type OfType<Type, S> = Type extends "string"
  ? string
  : Type extends "integer" | "number"
    ? number
    : Type extends "boolean"
      ? boolean
      : Type extends "null"
        ? null
        : Type extends "array"
          ? readonly (S extends { readonly items: infer Items } ? Wire<Items> : unknown)[]
          : WireObject<S>;

type WireObject<S> = S extends { readonly properties: infer P }
  ? { readonly [K in keyof P & Required<S>]: Wire<P[K]> } & {
      readonly [K in Exclude<keyof P, Required<S>>]?: Wire<P[K]>;
    }
  : S extends { readonly additionalProperties: infer Value extends Schema }
    ? Readonly<Record<string, Wire<Value>>>
    : Readonly<Record<string, unknown>>;

type Required<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

/** Returns an object schema with exactly these members. All members are required except the `optional` names. */
export function exactly<const P extends Properties, Optional extends keyof P & string = never>(
  properties: P,
  ...optional: Optional[]
) {
  const isRequired = (name: string): name is Exclude<keyof P & string, Optional> =>
    !optional.some((one) => one === name);
  return {
    type: "object",
    properties,
    required: Object.keys(properties).filter(isRequired),
    additionalProperties: false,
  } as const;
}

/** Schema of a list response as in the specification: `{"items": [...]}`. */
export const listOf = <const S extends Schema>(items: S) =>
  exactly({ items: { type: "array", description: "Items of the list, or of the requested page.", items } });

/** Type of the items of a list reply: an array, or an object whose member `items` or `records` is an array. */
export type ItemIn<Reply> = Reply extends readonly (infer Item)[]
  ? Item
  : Reply extends { readonly items: readonly (infer Item)[] } | { readonly records: readonly (infer Item)[] }
    ? Item
    : never;

/**
 * Returns the item schema of a list reply: an array, or an object whose last member is an array.
 * Returns `undefined` for other replies.
 */
export function itemOf({ type, items, properties = {} }: Schema): Schema | undefined {
  if (type === "array") return items;
  const [name, ...others] = Object.keys(properties);
  if (name === "items" && others.length === 0) return properties["items"]?.items;
  return others.at(-1) === "records" ? properties["records"]?.items : undefined;
}
