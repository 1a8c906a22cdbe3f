import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { keyed } from "./keyed.js";
import { catalogNote, keyQuery } from "./list-query.js";

const providerItem = {
  title: "Provider",
  ...exactly({
    id: { type: "integer", description: "Provider id." },
    name: { type: "string", description: "Name of the provider." },
    npi: { type: ["string", "null"], description: "National Provider Identifier (NPI), ten digits. Null if unknown." },
    external_provider_ids: {
      type: "array",
      description: "Ids of the provider in external systems.",
      items: { type: "string" },
    },
  }),
  examples: [{ id: 10, name: "Dr. Ada Quill", npi: "1234567893", external_provider_ids: ["P-10"] }],
};

export const providers = route({
  method: "get",
  path: "/providers",
  operation: "listProviders",
  tag: "Catalogs",
  summary: "List providers",
  description: `Providers of the account, sorted by id. Use the id as \`provider_id\` in filters. ${catalogNote}`,
  access: "data-sync",
  key: ["id"],
  caching: "revalidate",
  ofCatalog: true,
  query: keyQuery,
  reply: listOf(keyed(providerItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.catalog.providers(account, query) }),
});
