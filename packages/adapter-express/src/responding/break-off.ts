import type { ServerResponse } from "node:http";

/**
 * Ends a response in the middle so that everybody on its way sees it: the connection is reset. To close it in good order
 * is how HTTP/1.0 says that a response is whole.
 */
export function breakOff(response: ServerResponse): void {
  try {
    response.socket?.resetAndDestroy();
  } catch {
    // No TCP connection: TLS says by itself that something is missing, and other connections know no reset.
  }
  response.destroy();
}
