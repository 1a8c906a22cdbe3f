import type { Schema } from "../schema.js";

/** Builds an example value for a schema from the examples in it. Throws if an example is missing. */
export function exampleOf({ type, title, description, examples, enum: values, items, properties }: Schema): unknown {
  const [example] = examples ?? values ?? [];
  if (example !== undefined) return example;
  if (type === "array" && items) return [exampleOf(items)];
  if (type === "object" && properties) {
    return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, exampleOf(member)]));
  }
  throw new Error(`there is no example of ${title ?? description ?? "a part of a schema"}`);
}
