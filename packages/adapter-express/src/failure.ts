import { sendAnswer } from "./answering/answer.js";
import { refusalOf } from "@repute/domain";
import { errorAnswer } from "./answering/error-answer.js";
import { reasonOf, reportableOf } from "./answering/problem.js";
import { oauthErrorAnswer } from "./answering/oauth-error.js";
import type { Exchange } from "./exchange.js";
import { ClientGone } from "./exchange.js";
import type { RouterOptions } from "./options.js";

/** Ends an exchange that went wrong: with a problem while that is possible, else by breaking off what was begun. */
export async function answerFailure(exchange: Exchange, error: unknown, options: RouterOptions): Promise<void> {
  const { response, facts, id } = exchange;
  if (error instanceof ClientGone) return;
  const reportable = reportableOf(error);
  if (reportable !== undefined) options.report(reportable, id);
  facts.reason = reasonOf(error);
  const refused = refusalOf(error)?.principal;
  if (refused) facts.principal = refused;
  if (!response.headersSent) {
    return sendAnswer(exchange, facts.oauth ? oauthErrorAnswer(error) : errorAnswer(error, id), options);
  }
  facts.broken = true;
  response.destroy();
}
