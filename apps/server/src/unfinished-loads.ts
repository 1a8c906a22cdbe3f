import type { Domain } from "@repute/domain";
import type { Logs } from "./logs.js";
import { type Recurring, recurring } from "./recurring.js";

const hourly = { pattern: "30 * * * *", timeZone: "UTC" };

/** Completes interrupted loads when the server starts and every hour. Several processes may do so at the same time. */
export const unfinishedLoads = ({ bundle }: Pick<Domain, "bundle">, logs: Pick<Logs, "info" | "report">): Recurring =>
  recurring(hourly, logs, async (isStopping) => {
    const completed = await bundle.finish(isStopping);
    if (completed > 0 && !isStopping()) logs.info(`Unfinished loads completed: ${completed}`);
  });
