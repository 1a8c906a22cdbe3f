import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { keyed } from "./keyed.js";
import { keyQuery } from "./list-query.js";

const locationItem = {
  title: "Location",
  ...exactly({
    id: { type: "integer", description: "Location id" },
    location_name: { type: "string", description: "Name of the location" },
    external_location_ids: { type: "array", description: "External ids of the location", items: { type: "string" } },
  }),
  examples: [{ id: 1, location_name: "Main Street", external_location_ids: ["L-1"] }],
};

/** Locations, by id. */
export const locations = route({
  method: "get",
  path: "/locations",
  operation: "listLocations",
  tag: "Catalogs",
  summary: "Locations, by id",
  access: "data-sync",
  key: ["id"],
  caching: "revalidate",
  query: keyQuery,
  reply: listOf(keyed(locationItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.catalog.locations(account, query) }),
});
