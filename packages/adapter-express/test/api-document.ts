import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { documentOf } from "../src/openapi/open-api-document.js";
import type { RouteTable } from "../src/route.js";

type Reference = { readonly $ref?: string };
type Named<T> = Readonly<Record<string, T>>;

export type MediaType = Reference & {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Named<Reference & { readonly value: unknown }>;
};
type Header = Reference & { readonly schema: object; readonly required: boolean };
type Response = Reference & {
  readonly headers?: Named<Header>;
  readonly content?: Named<MediaType>;
  readonly "x-other-content"?: Named<MediaType>;
};
export type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly "x-primary-key"?: readonly string[];
  readonly security: readonly Named<readonly string[]>[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: object;
    readonly required: boolean;
  }[];
  readonly requestBody?: { readonly content: Named<MediaType> };
  readonly responses: Named<Response>;
};
type Document = {
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Named<Named<Operation>>;
  readonly components: Named<Named<object>>;
};

/** Creates the API document from route tables and returns it with validators for its schemas. */
export function readDocument(tables: readonly RouteTable[]) {
  const document = JSON.parse(JSON.stringify(documentOf(tables))) as Document;
  const ajv = new Ajv2020({ strict: true, strictTypes: true, strictRequired: true, allErrors: true });
  addFormats(ajv, ["date-time", "date", "int64"]);
  ajv.addSchema(referable({ $defs: document.components["schemas"] }), "schemas");
  const compiled = new Map<object, ReturnType<typeof ajv.compile>>();
  const compile = (schema: object) => {
    const validate = compiled.get(schema) ?? ajv.compile(referable(schema));
    compiled.set(schema, validate);
    return validate;
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return {
    document,
    operations,
    resolve: <T extends Reference>(part: T) => resolved(document, part),
    /** Returns the schema violations of a value. Throws if the schema is invalid. */
    mistakes(schema: object, value: unknown): readonly string[] {
      const validate = compile(schema);
      validate(value);
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    },
  };
}

/** Returns all body formats of a response by media type. */
export const formsOf = ({ content, "x-other-content": others }: Response): Named<MediaType> => ({
  ...content,
  ...others,
});

function resolved<T extends Reference>(document: object, part: T): T {
  if (part.$ref === undefined) return part;
  const found = part.$ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, name) => (at as Named<unknown> | undefined)?.[name], document);
  if (found === undefined || !part.$ref.startsWith("#/")) throw new Error(`${part.$ref} leads nowhere`);
  return found as T;
}

/** Rewrites the references of a schema to the schema names that the validator uses. */
const referable = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/components/schemas/', '"$ref":"schemas#/$defs/')) as object;

/** Returns all objects nested in a value, with their paths. */
export function objectsIn(
  value: unknown,
  at: readonly string[] = [],
): readonly { at: readonly string[]; object: Named<unknown> }[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, member]) => objectsIn(member, [...at, name]));
  return Array.isArray(value) ? inside : [{ at, object: value as Named<unknown> }, ...inside];
}
