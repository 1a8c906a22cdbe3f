import { connect } from "node:net";
import type { Job } from "../children/job.js";
import type { Endpoint } from "./endpoint.js";
import { host } from "./endpoint.js";

/** How one answer came: milliseconds from before the connection was opened, and bytes with everything around the body. */
export type Download = { readonly firstByte: number; readonly milliseconds: number; readonly bytes: number };

/** Large enough that reading costs next to nothing; used again for every piece. */
const buffer = Buffer.allocUnsafe(1_048_576);

/** Takes an answer as fast as it comes and looks at nothing but its status. */
export const download: Job<Endpoint, Download> = (endpoint) =>
  new Promise((resolve, reject) => {
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
  });

/** The connection is closed behind the answer: nobody has to look for its end. */
function requestText({ path, headers }: Endpoint): string {
  const lines = Object.entries({ Host: host, ...headers, Connection: "close" });
  return [`GET ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
}
