type TypeName = "string" | "integer" | "number" | "boolean" | "object" | "array" | "null";

/** The part of JSON Schema that routes are described in. */
export type Schema = {
  readonly type: TypeName | readonly [TypeName, "null"];
  /** The name of what it describes, in the API reference and in generated clients; no two schemas share one. */
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly format?: "date-time";
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
  /** Of a query parameter, which arrives as text: what it is the text of. Published in its place; the domain reads it. */
  readonly textOf?: Schema;
};

type Properties = { readonly [name: string]: Schema };

/** The schema of an object that declares its members: what queries and bodies are. */
export type ObjectSchema = Schema & { readonly type: "object"; readonly properties: Properties };

/** The type of the JSON values that a schema describes. */
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
  : Readonly<Record<string, unknown>>;

type Required<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

/** An object of exactly these members; all of them are always there except those named as optional. */
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

/** The specification's list response: `{"items": [...]}`. */
export const listOf = <const S extends Schema>(items: S) =>
  exactly({ items: { type: "array", description: "Items of the list, or of the requested page.", items } });

/** What a reply is a list of; `undefined` when it is no list: neither an array nor an object that ends with one. */
export function itemOf({ type, items, properties = {} }: Schema): Schema | undefined {
  if (type === "array") return items;
  const [name, ...others] = Object.keys(properties);
  if (name === "items" && others.length === 0) return properties["items"]?.items;
  return others.at(-1) === "records" ? properties["records"]?.items : undefined;
}
