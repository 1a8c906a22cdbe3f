import { setTimeout } from "node:timers/promises";
import { host, post, repeat } from "../clients/requests.js";
import { endpoint } from "../stage.js";
import { costsOf } from "./costs.js";
import type { MeasuredCosts } from "./lines.js";
import type { MeasuredServer } from "./measured-server.js";

/** Number of the account's rows for each request that waits. */
const rowsPerWait = 200;
/** Seconds until all requests wait, and duration of the measurement in seconds. */
const [untilWaiting, seconds] = [4, 5];

/**
 * Measures requests that wait for changes: at rest, and when one submission wakes all of them.
 * Returns no costs if a job of the server changed data and so woke the requests too early.
 */
export async function measureWaits(measured: MeasuredServer): Promise<MeasuredCosts> {
  const { server, processes, client, other, rows } = measured;
  const requests = Math.round(rows / rowsPerWait);
  const path = `/v2/changes?cursor=${await lastCursor(measured)}`;
  const headers = { ...server.headers, Prefer: "wait=60" };
  let isAnswered = false;
  const answered = other
    .run(repeat, { ...endpoint(server, path), headers, times: requests, connections: requests })
    .then(() => (isAnswered = true));
  await Promise.race([setTimeout(untilWaiting * 1_000), answered]);
  const waiting = await costsOf(processes, () => setTimeout(seconds * 1_000));
  if (isAnswered) return {};
  const wake = async () => {
    await client.run(post, measured.submitting(1));
    await answered;
  };
  const waking = await costsOf(processes, wake);
  return { waiting: waiting.cpu / seconds, waking: waking.cpu };
}

/** Returns the cursor after all changes, without reading them. */
async function lastCursor({ server }: MeasuredServer): Promise<string> {
  const { headers, body } = await fetch(`http://${host}:${server.port}/v2/changes`, { headers: server.headers });
  await body?.cancel();
  return headers.get("x-cursor") ?? "";
}
