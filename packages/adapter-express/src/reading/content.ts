import type { IncomingMessage } from "node:http";
import { HttpProblem } from "../responding/problem.js";

/** Whether a request has a body at all; of those without one, whatever the headers say of its type is passed over. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const json = /^application\/json[\t ]*(?:;[\t ]*charset[\t ]*=[\t ]*(?:utf-?8|"utf-?8")[\t ]*)?;?[\t ]*$/i;

/** Refuses a body that is not plain JSON in UTF-8. */
export function checkContent({ headers }: IncomingMessage): void {
  if (!json.test(headers["content-type"] ?? "")) {
    throw new HttpProblem(415, "unsupported_media_type", "the body must be application/json", {
      headers: { Accept: "application/json" },
    });
  }
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    throw new HttpProblem(415, "unsupported_content_encoding", "the body must not be compressed", {
      headers: { "Accept-Encoding": "identity" },
    });
  }
}
