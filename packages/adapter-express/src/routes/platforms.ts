import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { keyed } from "./keyed.js";
import { keyQuery } from "./list-query.js";

const platformItem = {
  title: "Platform",
  ...exactly(
    {
      id: { type: "integer", description: "Platform id" },
      name: { type: "string", description: "Name of the platform or survey" },
      is_survey: { type: "boolean", description: "Whether it is a survey" },
      active: { type: "boolean", description: "Whether it is in use; absent on surveys" },
    },
    "active",
  ),
  examples: [{ id: 3, name: "Google", is_survey: false, active: true }],
};

/** Platforms, surveys included, by id. */
export const platforms = route({
  method: "get",
  path: "/platforms",
  operation: "listPlatforms",
  tag: "Catalogs",
  summary: "Review platforms and surveys, by id",
  access: "data-sync",
  key: ["id"],
  caching: "revalidate",
  query: keyQuery,
  reply: listOf(keyed(platformItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.catalog.platforms(account, query) }),
});
