import { sendAnswer } from "./answering/answer.js";
import { errorAnswer } from "./answering/error-answer.js";
import { isWorthReporting, reasonOf } from "./answering/problem.js";
import type { Exchange } from "./exchange.js";
import { ClientGone } from "./exchange.js";
import type { RouterOptions } from "./options.js";

/** Ends an exchange that went wrong: with a problem while that is possible, else by breaking off what was begun. */
export async function answerFailure(exchange: Exchange, error: unknown, options: RouterOptions): Promise<void> {
  const { response, facts, id } = exchange;
  if (error instanceof ClientGone) return;
  if (isWorthReporting(error)) options.report(error, id);
  facts.reason = reasonOf(error);
  if (!response.headersSent) return sendAnswer(exchange, errorAnswer(error, id), options);
  facts.broken = true;
  response.destroy();
}
