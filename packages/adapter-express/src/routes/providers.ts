import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";

const providerItem = exactly({
  id: { type: "integer", description: "Provider id" },
  name: { type: "string", description: "Name of the provider" },
  npi: { type: ["string", "null"], description: "National Provider Identifier" },
  external_provider_ids: { type: "array", description: "External ids of the provider", items: { type: "string" } },
});

/** Providers, by id. */
export const providers = route({
  method: "get",
  path: "/providers",
  summary: "Providers, by id",
  access: "data-sync",
  caching: "revalidate",
  reply: listOf(providerItem),
  handle: async (domain, { account }) => ({ items: await domain.catalog.providers(account) }),
});
