import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { accepted } from "@repute/domain";
import { watchNormalize } from "@repute/domain/testing";
import { reportFigure, scaled } from "../../../test/torture.js";
import { hostileRequests } from "../test/hostile-requests.js";
import { practice } from "../test/practice.js";
import { closeServers, portOf, type RawReply, responsesTo } from "../test/raw-connection.js";
import { audienceOf } from "./router/access.js";
import { appTables, createApp } from "./server.js";

const maxLabelLength = 500;
/**
 * Maximum time that a request may block the event loop, in milliseconds, less the idle delay. Checked only in torture
 * runs.
 */
const longestHold = scaled(Infinity, 100);
/** One in `stride` requests is sent. */
const stride = scaled(11, 1);

let acme: Awaited<ReturnType<typeof practice>>;
let port: number;
let normalized: ReturnType<typeof watchNormalize>;
beforeAll(async () => {
  acme = await practice();
  port = await portOf(createApp(acme.domain, acme.options));
  normalized = watchNormalize();
});
afterAll(() => {
  normalized.stop();
  return closeServers();
});

const routes = appTables({}).flatMap((table) => table.routes.map((route) => ({ table, route })));
const tokenFor = ({ table, route }: (typeof routes)[number]) => {
  const audience = audienceOf(route.access, table.dataSync);
  const kind = audience && accepted[audience].find((one) => one !== "access-token");
  return kind && acme.tokens[kind as keyof typeof acme.tokens];
};

it.each(routes)(
  "the largest requests of $table.prefix$route.path are served or rejected with little work",
  async (one) => {
    const idle = await longestDelay(() => responsesTo(port, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").then(() => {}));
    let [index, sent, worst, worstOf] = [0, 0, 0, "none"];
    for (const { what, bytes } of hostileRequests(one.table, one.route, tokenFor(one))) {
      if (index++ % stride > 0) continue;
      const request = bytes();
      let replies: readonly RawReply[] = [];
      const delay = await longestDelay(async () => void (replies = await responsesTo(port, request)));
      expectShort(what, replies);
      if (delay > worst) [worst, worstOf] = [delay, what];
      sent += 1;
    }
    expect(acme.reports).toEqual([]);
    expect(normalized.longest()).toBeLessThanOrEqual(maxLabelLength);
    reportFigure(
      `${sent} hostile requests: the longest hold ${worst.toFixed(0)} ms (${worstOf}), idle ${idle.toFixed(0)} ms`,
    );
    expect(worst - idle).toBeLessThan(longestHold);
  },
);

/** Expects one response without a server error and with a limited size. */
function expectShort(what: string, replies: readonly RawReply[]): void {
  expect({ what, count: replies.length }).toEqual({ what, count: 1 });
  for (const { status, headers, body } of replies) {
    expect({ what, isOurs: status >= 500 }).toEqual({ what, isOurs: false });
    if (!headers["content-type"]?.startsWith("application/problem+json")) continue;
    const { errors = [] } = JSON.parse(body) as { errors?: unknown[] };
    expect({ what, errors: errors.length <= 100, bytes: body.length <= 100_000 }).toEqual({
      what,
      errors: true,
      bytes: true,
    });
  }
}

/** Returns the longest event loop delay during the work, in milliseconds. Repeats slow work and returns the minimum. */
async function longestDelay(work: () => Promise<void>): Promise<number> {
  let shortest = await delayOf(work);
  for (let tries = scaled(0, 5); tries > 0 && shortest > longestHold / 2; tries--)
    shortest = Math.min(shortest, await delayOf(work));
  return shortest;
}

async function delayOf(work: () => Promise<void>): Promise<number> {
  const resolution = 5;
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  await work();
  histogram.disable();
  return Number.isFinite(histogram.max) ? Math.max(0, histogram.max / 1e6 - resolution) : 0;
}
