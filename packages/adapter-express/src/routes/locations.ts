import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { keyed } from "./keyed.js";
import { catalogNote, keyQuery } from "./list-query.js";

const locationItem = {
  title: "Location",
  ...exactly({
    id: { type: "integer", description: "Location id." },
    location_name: { type: "string", description: "Name of the location." },
    external_location_ids: {
      type: "array",
      description: "Ids of the location in external systems.",
      items: { type: "string" },
    },
  }),
  examples: [{ id: 1, location_name: "Main Street", external_location_ids: ["L-1"] }],
};

export const locations = route({
  method: "get",
  path: "/locations",
  operation: "listLocations",
  tag: "Catalogs",
  summary: "List locations",
  description: `Locations of the account, sorted by id. Use the id as \`location_id\` in the filters of \`/v2\`. ${catalogNote}`,
  access: "data-sync",
  key: ["id"],
  caching: "revalidate",
  ofCatalog: true,
  query: keyQuery,
  reply: listOf(keyed(locationItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.catalog.locations(account, query) }),
});
