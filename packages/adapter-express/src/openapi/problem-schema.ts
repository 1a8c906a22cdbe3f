import { exactly } from "../schema.js";

const problem = {
  title: "ProblemDetail",
  ...exactly(
    {
      parameter: { type: "string", description: "Name of the invalid query parameter." },
      pointer: {
        type: "string",
        description: "JSON pointer to the invalid part of the body. Empty for the whole body.",
      },
      message: { type: "string", description: "Explanation of the error, with the accepted values." },
    },
    "parameter",
    "pointer",
  ),
};

/** The schema of all errors. */
export const problemSchema = {
  title: "Problem",
  ...exactly(
    {
      type: { type: "string", description: "Always `about:blank`. Use `code` to identify the error." },
      title: { type: "string", description: "HTTP reason phrase of the status." },
      status: { type: "integer", description: "HTTP status of the response." },
      detail: { type: "string", description: "Explanation of the error for humans. The wording may change." },
      message: { type: "string", description: "Equal to `detail`." },
      code: {
        type: "string",
        description: "Error code for programs. Codes do not change, but new codes may be added.",
      },
      hint: {
        type: "string",
        description: "Suggestion for fixing the error, such as which requests the credential is valid for.",
      },
      errors: {
        type: "array",
        description: "All errors in the request, each with its parameter or JSON pointer.",
        items: problem,
      },
      request_id: { type: "string", description: "Equal to the header `X-Request-Id`." },
    },
    "hint",
    "errors",
  ),
};
