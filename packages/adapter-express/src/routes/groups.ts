import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";

const address = { type: ["string", "null"], description: "Address as one line" } as const;

const childItem = exactly({
  id: { type: "integer", description: "Listing id" },
  name: { type: "string", description: "Name of the listing" },
  formatted: address,
  formated: { ...address, description: "Equal to `formatted`, under the name that the specification's sample has" },
  provider_id: { type: "integer", description: "Whose listing it is" },
});

const groupLocation = exactly({
  id: { type: "integer", description: "Location id" },
  name: { type: "string", description: "Name of the location" },
  formatted: address,
  external_location_ids: { type: "array", description: "External ids of the location", items: { type: "string" } },
  children: { type: "array", description: "Providers' listings at this location", items: childItem },
});

const groupProvider = exactly({
  id: { type: "integer", description: "Provider id" },
  name: { type: "string", description: "Name of the provider" },
  external_provider_ids: { type: "array", description: "External ids of the provider", items: { type: "string" } },
});

const groupItem = exactly({
  id: { type: "integer", description: "Group id" },
  name: { type: "string", description: "Name of the group" },
  providers: { type: "array", description: "Providers of the group", items: groupProvider },
  locations: { type: "array", description: "Locations of the group", items: groupLocation },
});

/** Groups, by id. */
export const groups = route({
  method: "get",
  path: "/groups",
  summary: "Groups with their providers and locations, by id",
  access: "data-sync",
  caching: "revalidate",
  reply: listOf(groupItem),
  handle: async (domain, { account }) => ({ items: await domain.catalog.groups(account) }),
});
