import type { Domain } from "@repute/domain";
import type { Logs } from "./logs.js";
import { type Recurring, recurring } from "./recurring.js";

const everyMinute = { pattern: "* * * * *", timeZone: "UTC" };

/** Publishes due invites every minute. Several processes may do this at the same time. */
export const dueInvites = ({ invites }: Pick<Domain, "invites">, logs: Pick<Logs, "info" | "report">): Recurring =>
  recurring(everyMinute, logs, async (isStopping) => {
    const published = await invites.publishDue(isStopping);
    if (published > 0) logs.info(`Invites published at their planned time: ${published}`);
  });
