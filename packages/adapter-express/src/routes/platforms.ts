import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { keyed } from "./keyed.js";
import { catalogNote, keyQuery } from "./list-query.js";

const platformItem = {
  title: "Platform",
  ...exactly(
    {
      id: { type: "integer", description: "Platform id." },
      name: { type: "string", description: "Name of the platform or survey." },
      is_survey: { type: "boolean", description: "True if the platform is a survey." },
      active: { type: "boolean", description: "True if the platform is in use. Absent for surveys." },
    },
    "active",
  ),
  examples: [{ id: 3, name: "Google", is_survey: false, active: true }],
};

/** Lists review platforms and surveys, sorted by id. */
export const platforms = route({
  method: "get",
  path: "/platforms",
  operation: "listPlatforms",
  tag: "Catalogs",
  summary: "List platforms",
  description: `Review platforms and surveys of the account, sorted by id. ${catalogNote}`,
  access: "data-sync",
  key: ["id"],
  caching: "revalidate",
  ofCatalog: true,
  query: keyQuery,
  reply: listOf(keyed(platformItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.catalog.platforms(account, query) }),
});
