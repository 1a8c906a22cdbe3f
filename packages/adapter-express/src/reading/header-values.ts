import type { IncomingMessage } from "node:http";

const none: readonly string[] = [];

/** Returns all values of a header. Node itself joins or drops duplicates. */
export function headerValues({ headers, rawHeaders }: IncomingMessage, name: string): readonly string[] {
  if (headers[name] === undefined) return none;
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
