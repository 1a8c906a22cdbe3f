import { route, type RouteTable } from "../src/route.js";
import { exactly } from "../src/schema.js";

/** Route table with a required query parameter and a body, a combination that no route of the API has. */
export const exampleTable: RouteTable = {
  prefix: "/example",
  dataSync: "v2-data",
  routes: [
    route({
      method: "post",
      path: "/names",
      operation: "sendName",
      tag: "Health",
      summary: "Takes a name and gives it back",
      description: "An operation of a test.",
      access: "data-sync",
      query: {
        type: "object",
        properties: {
          start_date: { type: "string", description: "Start of the window.", examples: ["2026-03-01"] },
        },
        required: ["start_date"],
      },
      body: { title: "NewName", ...exactly({ name: { type: "string", description: "A name", examples: ["Ada"] } }) },
      reply: exactly({ name: { type: "string", description: "The name that was sent", examples: ["Ada"] } }),
      handle: (_domain, { body }) => ({ name: body.name }),
    }),
  ],
};
