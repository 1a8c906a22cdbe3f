import { maxProblems, type Problem } from "@repute/domain";
import { Ajv, type ErrorObject, type Options } from "ajv";
import addFormats from "ajv-formats";
import type { Schema } from "../schema.js";

/** Returns the schema violations of a value, or an empty array if the value is valid. */
export type Validator = (value: unknown) => readonly SchemaProblem[];

/** A schema violation: a JSON pointer and the expected value. */
export type SchemaProblem = Required<Pick<Problem, "pointer" | "message">>;

const maxRows = 100;

let shared: ReturnType<typeof newCompiler> | undefined;

/**
 * Returns a function that compiles schemas.
 * Each schema is compiled once for all routers of a process.
 * A validator checks completely only the first 100 members of each array, because checking all of them would take too
 * long.
 * If these members are valid, the validator reports only the first problem of the value.
 */
export const validatorCompiler = (): ((schema: Schema) => Validator) => (shared ??= newCompiler());

function newCompiler(): (schema: Schema) => Validator {
  const ajv = newAjv({});
  let thorough: Ajv | undefined;
  return (schema) => {
    const isValid = ajv.compile(schema);
    return (value) => {
      if (isValid(value)) return [];
      const first = isValid.errors ?? [];
      thorough ??= newAjv({ allErrors: true });
      const isWhollyValid = thorough.compile(schema);
      const found = isWhollyValid(firstRows(value)) ? first : (isWhollyValid.errors ?? []);
      return found.slice(0, maxProblems).map(problemOf);
    };
  };
}

function newAjv(options: Options): Ajv {
  const ajv = new Ajv({
    strict: true,
    strictTypes: true,
    strictTuples: true,
    strictRequired: true,
    ownProperties: true,
    ...options,
  });
  addFormats(ajv, ["date-time", "date"]);
  return ajv.addKeyword("textOf");
}

/** Returns a copy of the value in which all arrays are limited to their first 100 members. */
function firstRows(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, maxRows).map(firstRows);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, firstRows(member)]));
}

function problemOf({ instancePath, keyword, params, message }: ErrorObject): SchemaProblem {
  const at = (name: unknown) => `${instancePath}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  if (keyword === "required") return { pointer: at(params["missingProperty"]), message: "is required" };
  if (keyword === "additionalProperties") {
    return { pointer: at(params["additionalProperty"]), message: "is not a known member" };
  }
  if (keyword === "enum") {
    return { pointer: instancePath, message: `must be one of ${(params["allowedValues"] as unknown[]).join(", ")}` };
  }
  return { pointer: instancePath, message: message ?? "is not valid" };
}
