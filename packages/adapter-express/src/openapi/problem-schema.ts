import { exactly } from "../schema.js";

const problem = {
  title: "ProblemDetail",
  ...exactly(
    {
      parameter: { type: "string", description: "The query parameter that is wrong" },
      pointer: { type: "string", description: "Where the body is wrong, as a JSON pointer; empty for all of it" },
      message: { type: "string", description: "What was expected" },
    },
    "parameter",
    "pointer",
  ),
};

/** What every error looks like. */
export const problemSchema = {
  title: "Problem",
  ...exactly(
    {
      type: { type: "string", description: "Always `about:blank`: `code` says more" },
      title: { type: "string", description: "The status in words" },
      status: { type: "integer", description: "The status of the response" },
      detail: { type: "string", description: "What is wrong, for people" },
      message: { type: "string", description: "Equal to `detail`" },
      code: { type: "string", description: "What is wrong, for programs: stable, and more of them may come" },
      hint: { type: "string", description: "What may help, such as what a credential of this kind is for" },
      errors: {
        type: "array",
        description: "Everything that is wrong with the request, by parameter or JSON pointer",
        items: problem,
      },
      request_id: { type: "string", description: "Equal to the header `X-Request-Id`" },
    },
    "hint",
    "errors",
  ),
};
