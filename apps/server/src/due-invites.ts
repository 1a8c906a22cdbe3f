import type { Domain } from "@repute/domain";
import type { Logs } from "./logs.js";
import type { Recurring } from "./recurring.js";
import { recurring } from "./recurring.js";

const everyMinute = { pattern: "* * * * *", timeZone: "UTC" };

/** Publishes planned invites every minute once they are due. Every process may do so. */
export const dueInvites = ({ invites }: Pick<Domain, "invites">, logs: Pick<Logs, "info" | "report">): Recurring =>
  recurring(everyMinute, logs, async (isStopping) => {
    const published = await invites.publishDue(isStopping);
    if (published > 0) logs.info(`Invites published at their planned time: ${published}`);
  });
