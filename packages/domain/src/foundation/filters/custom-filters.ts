import type { FeedFilter } from "../feed/feed.js";
import { invalid } from "../kernel/domain-error.js";
import { isJsonObject, type JsonObject } from "../kernel/json-object.js";

const parameter = "custom_filters";
const maxBytes = 8_192;
const maxValues = 1_000;
const keyShape = /^custom_fields\.([A-Za-z0-9_]+)$/;
const encoder = new TextEncoder();

type FieldFilter = NonNullable<FeedFilter["customFields"]>[number];

/**
 * Parses the parameter `custom_filters`: `{"custom_fields.<name>": ["eq", value] | ["in_", [values]]}`.
 * Values are compared as strings.
 */
export function parseCustomFilters(text: string): readonly FieldFilter[] {
  return Object.entries(parseObject(text)).map(([key, condition]) => {
    const name = keyShape.exec(key)?.[1];
    if (name === undefined) throw invalidKey();
    return { name, values: parseCondition(condition) };
  });
}

function parseObject(text: string): JsonObject {
  if (encoder.encode(text).length > maxBytes) throw refused(`must have at most ${maxBytes} bytes`);
  const value = parseJson(text);
  if (!isJsonObject(value)) throw refused("must be a JSON object");
  return value;
}

/** Parses JSON. Replaces the parser's error message because it quotes the input. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("must be valid JSON");
  }
}

function parseCondition(condition: unknown): readonly string[] {
  const [operator, operand, ...more] = Array.isArray(condition) ? (condition as unknown[]) : [];
  if (more.length === 0 && operator === "eq") return matchable([operand]);
  if (more.length === 0 && operator === "in_" && Array.isArray(operand)) return matchable(operand);
  throw refused('must have ["eq", value] or ["in_", [values]] for each key');
}

/** Converts filter values to strings. Drops strings with NUL characters because stored values never contain NUL. */
function matchable(values: readonly unknown[]): readonly string[] {
  if (values.length > maxValues) throw refused(`must have at most ${maxValues} values per key`);
  return [...new Set(values.map(textOf))].filter((value) => !value.includes("\0"));
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw refused("must have only strings, numbers and booleans as values");
}

function refused(why: string) {
  const message = `${parameter} ${why}`;
  return invalid("invalid_custom_filters", message, [{ parameter, message }]);
}

const invalidKey = () =>
  invalid("invalid_custom_filters", "invalid custom_filters key", [
    {
      parameter,
      message:
        "custom_filters keys must be custom_fields.<field_name>, where the name has only letters, digits and underscores",
    },
  ]);
