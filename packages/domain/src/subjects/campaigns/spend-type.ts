import type { FeedStores } from "../../foundation/feed/publication.js";
import { countOnly, idsIn, storingStep } from "../../foundation/records/line-rules.js";
import { plainLists } from "../../foundation/records/record-lists.js";
import { recordMentions } from "../../foundation/records/record-mentions.js";
import type { LoadedType } from "../../foundation/records/record-type.js";
import { publishSpends } from "./publish-spends.js";
import { recordSpends, removeSpends } from "./record-spends.js";
import { spendFromLine, spendLine } from "./spend-line.js";
import type { SpendStore } from "./spend-store.js";

type SpendReads = { readonly spends: Pick<SpendStore, "page"> };
type SpendStores = FeedStores & { readonly spends: SpendStore };

/** Number of campaign costs per page. Small, because a campaign cost usually has an entry for each day of a month. */
const spendsPerPage = 50;

/** Record type for campaign costs. Each campaign cost has one list entry per day. */
export const spendType: LoadedType<SpendReads, SpendStores, unknown, "spend"> = {
  kind: "spend",
  lines: {
    shape: spendLine,
    keys: ["id"],
    weight: 20,
    storing: storingStep({
      step: 53,
      reading: "second",
      shape: spendLine,
      fromLine: spendFromLine,
      record: recordSpends,
    }),
    removing: { step: 17, remove: async (keys, work) => countOnly(await removeSpends(idsIn(keys), work)) },
  },
  lists: plainLists(({ spends }: SpendStores) => spends, publishSpends, { limit: spendsPerPage }),
  mentions: recordMentions<SpendReads>({
    kind: "spend",
    mentions: ["campaign"],
    page: ({ spends }, account, page) => spends.page(account, page),
  }),
};
