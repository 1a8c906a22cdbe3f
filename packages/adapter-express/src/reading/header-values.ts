import type { IncomingMessage } from "node:http";

const none: readonly string[] = [];

/** Returns all values of a header, including duplicates, which Node's `headers` joins or drops. */
export function headerValues({ headers, rawHeaders }: IncomingMessage, name: string): readonly string[] {
  if (headers[name] === undefined) return none;
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
