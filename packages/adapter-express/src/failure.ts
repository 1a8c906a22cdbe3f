import { refusalOf } from "@repute/domain";
import { ClientGone, type Exchange } from "./exchange.js";
import { errorPage } from "./invitation/error-page.js";
import type { RouterOptions } from "./options.js";
import { breakOff } from "./responding/break-off.js";
import { errorResponse } from "./responding/error-response.js";
import { oauthErrorResponse } from "./responding/oauth-error.js";
import { reasonOf, reportableOf } from "./responding/problem.js";
import { sendResponse } from "./responding/response.js";

/** Sends an error response. If the response has already started, resets the connection instead. */
export async function respondToFailure(exchange: Exchange, error: unknown, options: RouterOptions): Promise<void> {
  const { response, facts, id } = exchange;
  if (error instanceof ClientGone) return;
  const reportable = reportableOf(error);
  if (reportable !== undefined) options.report(reportable, id);
  facts.reason = reasonOf(error);
  const refused = refusalOf(error)?.principal;
  if (refused) facts.principal = refused;
  if (!hasStarted(exchange)) {
    return sendResponse(exchange, errorResponses[facts.errors ?? "problem"](error, id), options);
  }
  facts.broken = true;
  breakOff(response);
}

/**
 * True if the router or the host has started the response.
 * The router keeps its own record, because some hosts replace `headersSent`.
 */
const hasStarted = ({ response, facts }: Exchange): boolean => facts.status !== undefined || response.headersSent;

const errorResponses = { problem: errorResponse, oauth: oauthErrorResponse, page: errorPage };
