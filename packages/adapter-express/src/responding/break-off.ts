import type { ServerResponse } from "node:http";

/**
 * Resets the connection of an unfinished response, so that the client and proxies see the failure.
 * With HTTP/1.0, an orderly close would mark the response as complete.
 */
export function breakOff(response: ServerResponse): void {
  try {
    response.socket?.resetAndDestroy();
  } catch {
    // Only plain TCP sockets can be reset. TLS clients detect a truncated stream without a reset.
  }
  response.destroy();
}
