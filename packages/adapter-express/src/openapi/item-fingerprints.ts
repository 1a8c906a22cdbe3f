import { createHash } from "node:crypto";
import { type PublicList, publicLists } from "@repute/domain";
import { itemSchemas } from "../routes/changes.js";
import { listRoutes } from "../routes/list-routes.js";
import type { Schema } from "../schema.js";

/** Names and types of a schema, without descriptions and examples. */
function typesOf({ type, format, items, properties, required, additionalProperties }: Schema): unknown {
  const members = Object.entries(properties ?? {}).map(([name, schema]) => [name, typesOf(schema)]);
  const others = typeof additionalProperties === "object" ? typesOf(additionalProperties) : additionalProperties;
  return [type, format, items && typesOf(items), Object.fromEntries(members), required, others];
}

const replies: Readonly<Partial<Record<PublicList, { readonly reply: Schema }>>> = listRoutes;

/** Returns a fingerprint of each list's published schema. It changes if the name or type of a field changes. */
export const publishedFingerprints = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    publicLists.map((list) => {
      const schema = replies[list]?.reply ?? itemSchemas[list];
      const types = JSON.stringify(schema && typesOf(schema)) ?? "";
      return [list, createHash("sha256").update(types).digest("hex").slice(0, 8)];
    }),
  );
