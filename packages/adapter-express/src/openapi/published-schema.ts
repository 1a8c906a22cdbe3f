import type { Schema } from "../schema.js";
import type { Components } from "./components.js";

/**
 * Returns a function that converts schemas for publication.
 * Schemas with a title are published once and referenced.
 * Reply schemas allow additional members, so that generated clients accept members of later versions.
 * Body schemas allow only declared members.
 * Integers have 64 bits, because ids can exceed 32 bits.
 */
export function publisher(components: Components, use: "request" | "reply"): (schema: Schema) => object {
  return function published(schema: Schema): object {
    const { properties, items, additionalProperties, anyOf, textOf, ...rest } = schema;
    if (textOf) return published(textOf);
    const part = {
      ...rest,
      ...(isInteger(schema) && { format: "int64" }),
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, published(member)])),
      }),
      ...(anyOf && { anyOf: anyOf.map(published) }),
      ...(items && { items: published(items) }),
      ...(typeof additionalProperties === "object" && { additionalProperties: published(additionalProperties) }),
      ...(additionalProperties === false && use === "request" && { additionalProperties }),
    };
    return schema.title === undefined ? part : components.refer("schemas", schema.title, part);
  };
}

const isInteger = ({ type }: Schema): boolean => [type].flat().includes("integer");
