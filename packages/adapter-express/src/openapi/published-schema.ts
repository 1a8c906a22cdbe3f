import type { Schema } from "../schema.js";
import type { Components } from "./components.js";

/**
 * What of a schema is published: those with a title once, and referred to. Replies are left open, so that clients made
 * from the document take a later version's additional members; of a body nothing is taken that is not declared.
 */
export function publisher(components: Components, use: "request" | "reply"): (schema: Schema) => object {
  return function published(schema: Schema): object {
    const { properties, items, additionalProperties, textOf, ...rest } = schema;
    if (textOf) return published(textOf);
    const part = {
      ...rest,
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, published(member)])),
      }),
      ...(items && { items: published(items) }),
      ...(typeof additionalProperties === "object" && { additionalProperties: published(additionalProperties) }),
      ...(additionalProperties === false && use === "request" && { additionalProperties }),
    };
    return schema.title === undefined ? part : components.refer("schemas", schema.title, part);
  };
}
