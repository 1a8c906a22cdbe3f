import { isDeepStrictEqual } from "node:util";

type Kind = "schemas" | "responses" | "examples" | "requestBodies" | "headers" | "securitySchemes";

type Reference = { readonly $ref: string };

/** Shared components of the OpenAPI document, such as schemas and headers. */
export type Components = {
  /** Adds a component and returns a reference to it. Throws if another component has the same name. */
  refer(kind: Kind, name: string, part: object): Reference;
  /** Returns all components by kind and name. */
  all(): Readonly<Record<string, Readonly<Record<string, object>>>>;
};

export function newComponents(): Components {
  const kinds = new Map<Kind, Map<string, object>>();
  return {
    refer(kind, name, part) {
      const parts = kinds.get(kind) ?? new Map<string, object>();
      const known = parts.get(name) ?? part;
      if (!isDeepStrictEqual(known, part)) throw new Error(`two different ${kind} are called ${name}`);
      kinds.set(kind, parts.set(name, part));
      return { $ref: `#/components/${kind}/${name}` };
    },
    all: () => Object.fromEntries(sorted(kinds).map(([kind, parts]) => [kind, Object.fromEntries(sorted(parts))])),
  };
}

const sorted = <T>(entries: ReadonlyMap<string, T>) => [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

/** Inputs for describing an operation: the shared components and the URL of the token endpoint. */
export type Context = {
  readonly components: Components;
  readonly tokenUrl: string;
  /** Errors to describe under each operation: all of them, or only the errors that other operations do not share. */
  readonly errors: "all" | "own";
};
