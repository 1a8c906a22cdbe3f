import { setImmediate } from "node:timers/promises";
import type { Cents, Origin, OutcomeStore } from "@repute/domain";
import type { Session } from "../engine.js";
import { maxInteger, minInteger } from "../lists/list-query.js";
import { addConversions, addSpan, distinct, resultsBy, spanLength } from "../segments/outcome-spans.js";
import { outcomeSpanTable } from "../tables/conversions.js";

/** Returns the store that computes conversion outcomes. Reads the stored results of most conversions. */
export const outcomeStore = (session: Session): OutcomeStore => ({
  async ofChannels(account, { from = minInteger, to = maxInteger }, channelOf) {
    const { found, resultsOf } = resultsBy(([campaignId, source, sentChannel]) =>
      channelOf({ campaignId, source, sentChannel } as Origin),
    );
    let start: number = from;
    const addUntil = (end: number) => addConversions(session, account, { from: start, to: end }, resultsOf);
    for (let isLast = false; !isLast;) {
      const spans = await outcomeSpanTable.find(session, nextSpans, [account, start, to - spanLength]);
      for (const span of spans) {
        await addUntil(span.firstAt);
        addSpan(span, resultsOf);
        start = span.firstAt + spanLength;
      }
      isLast = spans.length < spansAtOnce;
      await setImmediate();
    }
    await addUntil(to);
    return [...found].map(([channel, { sums, patients, assisted }]) => {
      const [conversions, appointments, revenue, unknownOfNew, unknownOfOthers] = sums;
      const counts = { conversions, appointments, assists: distinct(assisted), newPatients: distinct(patients) };
      return { channel, ...counts, knownRevenue: revenue as Cents, unknownOfNew, unknownOfOthers };
    });
  },
});

const spansAtOnce = 100;

const nextSpans = `account_id = $1 AND first_at >= $2 AND first_at <= $3 ORDER BY first_at LIMIT ${spansAtOnce}`;
