import type { Agent, IncomingMessage } from "node:http";
import { get as httpGet } from "node:http";
import type { Endpoint } from "./endpoint.js";
import { host } from "./endpoint.js";

/** Asks, and answers with the beginning of a successful answer. */
export function get(endpoint: Endpoint, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpGet({ host, ...endpoint, agent }, (response) => {
      if (response.statusCode === 200) return resolve(response);
      response.resume();
      reject(new Error(`${endpoint.path} answered ${response.statusCode}`));
    }).on("error", reject);
  });
}

/** Asks, and reads the answer to its end; answers how many bytes its body has. */
export async function getWhole(endpoint: Endpoint, agent: Agent): Promise<number> {
  const response = await get(endpoint, agent);
  return new Promise((resolve, reject) => {
    let bytes = 0;
    response.on("data", ({ length }: Buffer) => (bytes += length));
    response.on("end", () => resolve(bytes));
    response.on("error", reject);
  });
}
