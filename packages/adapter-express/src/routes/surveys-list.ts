import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { keyed } from "./keyed.js";
import { keyQuery } from "./list-query.js";

const surveyItem = {
  title: "Survey",
  ...exactly({
    id: { type: "integer", description: "Survey id: the id of the platform that it is" },
    name: { type: "string", description: "Name of the survey" },
  }),
  examples: [{ id: 4, name: "After the visit" }],
};

/** Surveys, by id. */
export const surveysList = route({
  method: "get",
  path: "/surveys-list",
  operation: "listSurveyNames",
  tag: "Catalogs",
  summary: "Surveys, by id",
  access: "data-sync",
  key: ["id"],
  caching: "revalidate",
  query: keyQuery,
  reply: listOf(keyed(surveyItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.surveys.list(account, query) }),
});
