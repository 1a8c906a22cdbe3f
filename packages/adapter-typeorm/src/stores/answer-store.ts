import type { AnswerStore } from "@repute/domain";
import { answerTable } from "../rows/answer-row.js";
import type { Session } from "../session.js";

/** The answers that requests were given, of the account of a unit of work. */
export const typeormAnswerStore = (session: Session): AnswerStore => ({
  byKey: async (account, key) => (await answerTable.find(session, "account_id = $1 AND key = $2", [account, key]))[0],
  save: (account, answer) => answerTable.save(session, account, [answer]),
  async forget(account, at) {
    await session.run("DELETE FROM answers WHERE account_id = $1 AND at < $2", [account, at]);
  },
});
