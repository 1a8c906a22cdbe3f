import type { Problem } from "@repute/domain";
import { mostProblems } from "@repute/domain";
import { Ajv } from "ajv";
import type { ErrorObject, Options } from "ajv";
import addFormats from "ajv-formats";
import type { Schema } from "../schema.js";

/** What is wrong with a value: nothing, or at least one problem. */
export type Validator = (value: unknown) => readonly SchemaProblem[];

/** Where a value is not what its schema says, as a JSON pointer, and what was expected at it. */
export type SchemaProblem = Required<Pick<Problem, "pointer" | "message">>;

const mostRows = 100;

let shared: ReturnType<typeof newCompiler> | undefined;

/**
 * What compiles schemas, each once for all routers of a process. All problems of the first 100 rows of an array are told, or else the first problem: telling
 * all that is wrong with a huge value would cost more than reading it.
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
      return found.slice(0, mostProblems).map(problemOf);
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
  addFormats(ajv, ["date-time"]);
  return ajv.addKeyword("textOf");
}

/** The value with every array cut. */
function firstRows(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, mostRows).map(firstRows);
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
