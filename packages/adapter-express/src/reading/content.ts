import type { IncomingMessage } from "node:http";
import { parse } from "content-type";
import { fixedProblem } from "../responding/fixed-problem.js";

/** True if the request has a body. Without a body, the content type is ignored. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Maximum length of a `Content-Type` header in characters. Real values are shorter. */
const maxTypeLength = 200;

/** True if a `Content-Type` header contains the given media type, and no parameters except `charset=utf-8`. */
export function isOfType(header: string | undefined, wanted: string): boolean {
  if (header === undefined || header.length > maxTypeLength) return false;
  const { type, parameters } = parse(header);
  return (
    type === wanted &&
    Object.entries(parameters).every(([name, value]) => name === "charset" && /^utf-?8$/i.test(value ?? ""))
  );
}

/** Throws a 415 unless the body is uncompressed JSON in UTF-8. */
export function checkContent({ headers }: IncomingMessage): void {
  if (!isOfType(headers["content-type"], "application/json")) {
    throw fixedProblem("unsupported_media_type", { Accept: "application/json" });
  }
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    throw fixedProblem("unsupported_content_encoding", { "Accept-Encoding": "identity" });
  }
}
