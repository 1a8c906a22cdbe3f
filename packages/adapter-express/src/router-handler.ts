import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Request handler for Node's HTTP server, Express and compatible frameworks.
 * Responds to every request. Calls `next` only with an unexpected error.
 */
export type RouterHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;
