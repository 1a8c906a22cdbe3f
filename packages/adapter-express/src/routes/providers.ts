import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { keyed } from "./keyed.js";
import { keyQuery } from "./list-query.js";

const providerItem = {
  title: "Provider",
  ...exactly({
    id: { type: "integer", description: "Provider id" },
    name: { type: "string", description: "Name of the provider" },
    npi: { type: ["string", "null"], description: "National Provider Identifier" },
    external_provider_ids: { type: "array", description: "External ids of the provider", items: { type: "string" } },
  }),
  examples: [{ id: 10, name: "Dr. Ada Quill", npi: "1234567893", external_provider_ids: ["P-10"] }],
};

/** Providers, by id. */
export const providers = route({
  method: "get",
  path: "/providers",
  operation: "listProviders",
  tag: "Catalogs",
  summary: "Providers, by id",
  access: "data-sync",
  key: ["id"],
  caching: "revalidate",
  query: keyQuery,
  reply: listOf(keyed(providerItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.catalog.providers(account, query) }),
});
