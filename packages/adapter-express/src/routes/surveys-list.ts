import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { keyed } from "./keyed.js";
import { catalogNote, keyQuery } from "./list-query.js";

const surveyItem = {
  title: "Survey",
  ...exactly({
    id: { type: "integer", description: "Survey id. Equal to the id of the survey in `/platforms`." },
    name: { type: "string", description: "Name of the survey." },
  }),
  examples: [{ id: 4, name: "After the visit" }],
};

export const surveysList = route({
  method: "get",
  path: "/surveys-list",
  operation: "listSurveyNames",
  tag: "Catalogs",
  summary: "List surveys",
  description: `Ids and names of the account's surveys, sorted by id. Use the id as \`survey_id\` in \`/survey-responses\`. ${catalogNote}`,
  access: "data-sync",
  key: ["id"],
  caching: "revalidate",
  ofCatalog: true,
  query: keyQuery,
  reply: listOf(keyed(surveyItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.surveys.list(account, query) }),
});
