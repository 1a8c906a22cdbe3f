import { Agent } from "node:http";
import type { Job } from "../children/job.js";
import type { Endpoint } from "./endpoint.js";
import { getWhole } from "./get.js";

/** Asks the same again and again on one connection until it is stopped; answers how many milliseconds each one took. */
export const ask: Job<Endpoint, readonly number[]> = async (endpoint, { stop }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  try {
    do {
      const started = performance.now();
      await getWhole(endpoint, agent);
      took.push(performance.now() - started);
    } while (!stop.aborted);
    return took;
  } finally {
    agent.destroy();
  }
};
