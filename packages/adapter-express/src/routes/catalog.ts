import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { keyed, texts } from "./item-schemas.js";
import { catalogNote, keyQuery } from "./list-query.js";

/** Facts that all lists of the catalog have in common. */
const shared = {
  method: "get",
  tag: "Catalogs",
  access: "data-sync",
  key: ["id"],
  caching: "revalidate",
  ofCatalog: true,
  query: keyQuery,
} as const;

const locationItem = {
  title: "Location",
  ...exactly({
    id: { type: "integer", description: "Location id." },
    location_name: { type: "string", description: "Name of the location." },
    external_location_ids: texts("Ids of the location in external systems."),
  }),
  examples: [{ id: 1, location_name: "Main Street", external_location_ids: ["L-1"] }],
};

const locations = route({
  ...shared,
  path: "/locations",
  operation: "listLocations",
  summary: "List locations",
  description: `Locations of the account, sorted by id. Use the id as \`location_id\` in the filters of \`/v2\`. ${catalogNote}`,
  reply: listOf(keyed(locationItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.catalog.locations(account, query) }),
});

const providerItem = {
  title: "Provider",
  ...exactly({
    id: { type: "integer", description: "Provider id." },
    name: { type: "string", description: "Name of the provider." },
    npi: { type: ["string", "null"], description: "National Provider Identifier (NPI), ten digits. Null if unknown." },
    external_provider_ids: texts("Ids of the provider in external systems."),
  }),
  examples: [{ id: 10, name: "Dr. Ada Quill", npi: "1234567893", external_provider_ids: ["P-10"] }],
};

const providers = route({
  ...shared,
  path: "/providers",
  operation: "listProviders",
  summary: "List providers",
  description: `Providers of the account, sorted by id. Use the id as \`provider_id\` in filters. ${catalogNote}`,
  reply: listOf(keyed(providerItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.catalog.providers(account, query) }),
});

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
const platforms = route({
  ...shared,
  path: "/platforms",
  operation: "listPlatforms",
  summary: "List platforms",
  description: `Review platforms and surveys of the account, sorted by id. ${catalogNote}`,
  reply: listOf(keyed(platformItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.catalog.platforms(account, query) }),
});

const surveyItem = {
  title: "Survey",
  ...exactly({
    id: { type: "integer", description: "Survey id. Equal to the id of the survey in `/platforms`." },
    name: { type: "string", description: "Name of the survey." },
  }),
  examples: [{ id: 4, name: "After the visit" }],
};

const surveysList = route({
  ...shared,
  path: "/surveys-list",
  operation: "listSurveyNames",
  summary: "List surveys",
  description: `Ids and names of the account's surveys, sorted by id. Use the id as \`survey_id\` in \`/survey-responses\`. ${catalogNote}`,
  reply: listOf(keyed(surveyItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.surveys.list(account, query) }),
});

const messageText = {
  title: "MessageText",
  ...exactly({
    key: { type: "string", description: "Key of the message text." },
    message: {
      type: "string",
      description: "Message text, with placeholders for the customer's first name, the account name and the user name.",
    },
  }),
};

const messageItem = {
  title: "Message",
  ...exactly({
    id: { type: "integer", description: "Message id." },
    name: { type: "string", description: "Name of the message." },
    languages: {
      type: "object",
      description: "Message texts, keyed by language code.",
      additionalProperties: messageText,
    },
  }),
  examples: [
    {
      id: 40,
      name: "After the visit",
      languages: {
        en: { key: "after-visit-en", message: "Hi {customer_first_name}, how was your visit to {account_name}?" },
      },
    },
  ],
};

const messages = route({
  ...shared,
  path: "/messages",
  operation: "listMessages",
  summary: "List messages",
  description: `Message templates for invites, in all languages, sorted by id. ${catalogNote}`,
  reply: listOf(keyed(messageItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.catalog.messages(account, query) }),
});

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
    external_location_ids: texts("Ids of the location in external systems."),
    children: { type: "array", description: "Listings of providers at this location.", items: childItem },
  }),
};

const groupProvider = {
  title: "GroupProvider",
  ...exactly({
    id: { type: "integer", description: "Provider id." },
    name: { type: "string", description: "Name of the provider." },
    external_provider_ids: texts("Ids of the provider in external systems."),
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

const groups = route({
  ...shared,
  path: "/groups",
  operation: "listGroups",
  summary: "List groups",
  description: `Groups with their providers and locations, sorted by id. ${catalogNote}`,
  reply: listOf(keyed(groupItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.catalog.groups(account, query) }),
});

/** Routes of the catalog by list. */
export const catalogRoutes = { locations, providers, platforms, "surveys-list": surveysList, messages, groups };
