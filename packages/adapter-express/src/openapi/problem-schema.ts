import { exactly } from "../schema.js";

const problem = {
  title: "ProblemDetail",
  ...exactly(
    {
      parameter: { type: "string", description: "Name of the invalid query parameter." },
      pointer: {
        type: "string",
        description: "JSON pointer to the invalid part of the body. Empty if the error concerns the whole body.",
      },
      message: { type: "string", description: "Explanation of the error, with the accepted values." },
    },
    "parameter",
    "pointer",
  ),
};

/** Schema of all error responses in problem+json. */
export const problemSchema = {
  title: "Problem",
  ...exactly(
    {
      type: { type: "string", description: "Always `about:blank`. Use `code` to identify the error." },
      title: { type: "string", description: "HTTP reason phrase of the status." },
      status: { type: "integer", description: "HTTP status of the response." },
      detail: { type: "string", description: "Explanation of the error in English. The wording may change." },
      message: { type: "string", description: "Equal to `detail`." },
      code: {
        type: "string",
        description: "Error code for programs. Codes do not change, but new codes may be added.",
      },
      hint: {
        type: "string",
        description:
          "Suggestion for fixing the error. For example, the suggestion names the requests for which the credential is valid.",
      },
      errors: {
        type: "array",
        description:
          "All errors in the request. Each error names the invalid parameter or points to the invalid part of the body.",
        items: problem,
      },
      request_id: { type: "string", description: "Id of the request, equal to the `X-Request-Id` header." },
    },
    "hint",
    "errors",
  ),
};
