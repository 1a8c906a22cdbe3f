import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { keyed } from "./keyed.js";
import { catalogNote, keyQuery } from "./list-query.js";

const address = { type: ["string", "null"], description: "Postal address on one line. Null if unknown." } as const;

const childItem = {
  title: "GroupChild",
  ...exactly({
    id: { type: "integer", description: "Listing id." },
    name: { type: "string", description: "Name of the listing." },
    formatted: address,
    formated: { ...address, description: "Same value as `formatted`, for clients that use the spelling `formated`." },
    provider_id: { type: "integer", description: "Id of the provider that the listing belongs to." },
  }),
};

const groupLocation = {
  title: "GroupLocation",
  ...exactly({
    id: { type: "integer", description: "Location id." },
    name: { type: "string", description: "Name of the location." },
    formatted: address,
    external_location_ids: {
      type: "array",
      description: "Ids of the location in external systems.",
      items: { type: "string" },
    },
    children: { type: "array", description: "Listings of providers at this location.", items: childItem },
  }),
};

const groupProvider = {
  title: "GroupProvider",
  ...exactly({
    id: { type: "integer", description: "Provider id." },
    name: { type: "string", description: "Name of the provider." },
    external_provider_ids: {
      type: "array",
      description: "Ids of the provider in external systems.",
      items: { type: "string" },
    },
  }),
};

const groupItem = {
  title: "Group",
  ...exactly({
    id: { type: "integer", description: "Group id." },
    name: { type: "string", description: "Name of the group." },
    providers: { type: "array", description: "Providers in the group.", items: groupProvider },
    locations: { type: "array", description: "Locations in the group.", items: groupLocation },
  }),
  examples: [
    {
      id: 30,
      name: "North",
      providers: [{ id: 10, name: "Dr. Ada Quill", external_provider_ids: ["P-10"] }],
      locations: [
        {
          id: 1,
          name: "Main Street",
          formatted: "1 Main St, Provo, UT 84601",
          external_location_ids: ["L-1"],
          children: [
            {
              id: 20,
              name: "Dr. Ada Quill at Main Street",
              formatted: "1 Main St, Suite 2, Provo, UT 84601",
              formated: "1 Main St, Suite 2, Provo, UT 84601",
              provider_id: 10,
            },
          ],
        },
      ],
    },
  ],
};

export const groups = route({
  method: "get",
  path: "/groups",
  operation: "listGroups",
  tag: "Catalogs",
  summary: "List groups",
  description: `Groups with their providers and locations, sorted by id. ${catalogNote}`,
  access: "data-sync",
  key: ["id"],
  caching: "revalidate",
  ofCatalog: true,
  query: keyQuery,
  reply: listOf(keyed(groupItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.catalog.groups(account, query) }),
});
