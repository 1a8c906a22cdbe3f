import { connect } from "node:net";
import { job } from "../children/job.js";
import { type Endpoint, host } from "./requests.js";

/**
 * Times of a response in milliseconds, including the time to open the connection, and its size in bytes including
 * headers.
 */
export type Download = { readonly firstByte: number; readonly milliseconds: number; readonly bytes: number };

/** Read buffer that all downloads share. Its size is Node's default. */
const buffer = Buffer.allocUnsafe(65_536);

/** Downloads a response as fast as possible. Checks only the HTTP status. */
export const download = job(
  __filename,
  "download",
  (endpoint: Endpoint) =>
    new Promise<Download>((resolve, reject) => {
      let bytes = 0;
      let firstByte = 0;
      const started = performance.now();
      const onread = {
        buffer,
        callback(count: number) {
          if (bytes === 0) {
            firstByte = performance.now() - started;
            checkStatus(buffer.toString("latin1", 0, Math.min(count, 64)));
          }
          bytes += count;
          return true;
        },
      };
      const socket = connect({ host, port: endpoint.port, onread });
      socket.on("end", () => resolve({ firstByte, milliseconds: performance.now() - started, bytes }));
      socket.on("error", reject);
      socket.on("close", () => reject(new Error("the connection was closed before the answer was complete")));
      socket.write(requestText(endpoint));

      function checkStatus(head: string): void {
        if (!head.startsWith("HTTP/1.1 200 ")) socket.destroy(new Error(`answered ${head.split("\r\n")[0]}`));
      }
    }),
);

/**
 * Returns an HTTP request as a string.
 * With `Connection: close`, the server closes the connection after the response, so the client needs no parser.
 */
export function requestText({ path, headers }: Endpoint, connection: "close" | "keep-alive" = "close"): string {
  const lines = Object.entries({ Host: host, ...headers, Connection: connection });
  return [`GET ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
}
