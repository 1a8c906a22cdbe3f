import type { IncomingMessage } from "node:http";

/** All values of a header: Node itself joins or drops doubled ones. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
