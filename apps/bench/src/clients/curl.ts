import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { job } from "../children/job.js";
import { type Endpoint, host } from "./requests.js";

/**
 * Downloads a response with curl and discards the body.
 * Returns the time in milliseconds, or undefined if curl is not installed.
 */
export const curl = job(__filename, "curl", async ({ port, headers, path }: Endpoint): Promise<number | undefined> => {
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const order = ["-sSf", "-o", "/dev/null", "-w", "%{time_total}", ...headerOptions, `http://${host}:${port}${path}`];
  const answer = await promisify(execFile)("curl", order).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  return answer ? Number(answer.stdout) * 1_000 : undefined;
});
