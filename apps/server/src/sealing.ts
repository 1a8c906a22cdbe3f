import type { Domain } from "@repute/domain";
import type { Logs } from "./logs.js";
import { type Recurring, recurring } from "./recurring.js";

const everyMinute = { pattern: "* * * * *", timeZone: "UTC" };

/** Compresses idle lists every minute. The domain decides which of several processes does it. */
export const sealing = ({ feed }: Pick<Domain, "feed">, logs: Pick<Logs, "info" | "report">): Recurring =>
  recurring(everyMinute, logs, async (isStopping) => {
    const sealed = await feed.sealResting(isStopping);
    if (sealed > 0) logs.info(`Compressed ${sealed} list segments`);
  });
