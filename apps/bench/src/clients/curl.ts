import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { job } from "../children/job.js";
import type { Download } from "./download.js";
import type { Endpoint } from "./requests.js";
import { host } from "./requests.js";

const told = ["time_starttransfer", "time_total", "size_download"].map((name) => `%{${name}}`).join(" ");

/** Takes an answer with curl, which throws it away; `undefined` where there is no curl. */
export const curl = job(
  __filename,
  "curl",
  async ({ port, headers, path }: Endpoint): Promise<Download | undefined> => {
    const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
    const order = ["-sSf", "-o", "/dev/null", "-w", told, ...given, `http://${host}:${port}${path}`];
    const answer = await promisify(execFile)("curl", order).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (!answer) return undefined;
    const [first = NaN, total = NaN, bytes = NaN] = answer.stdout.split(" ").map(Number);
    return { firstByte: first * 1_000, milliseconds: total * 1_000, bytes };
  },
);
