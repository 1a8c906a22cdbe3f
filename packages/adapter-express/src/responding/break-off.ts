import type { ServerResponse } from "node:http";

/**
 * Resets the connection of an unfinished response, so that the client and proxies see the failure. With HTTP/1.0, an
 * orderly close would mark the response as complete.
 */
export function breakOff(response: ServerResponse): void {
  try {
    response.socket?.resetAndDestroy();
  } catch {
    // Not a plain TCP connection. TLS detects a truncated stream itself, and other connections cannot be reset.
  }
  response.destroy();
}
