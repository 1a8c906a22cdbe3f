import { refusalOf } from "@repute/domain";
import type { RouterOptions } from "../options.js";
import { capitalized, type PlainPage, plainPage } from "../pages/page-template.js";
import { ClientGone, type Exchange } from "../router/exchange.js";
import { problemJson, reasonOf, reportableOf, type ReportedError, reportedErrorOf } from "./problem.js";
import { breakOff, type HttpResponse, sendResponse } from "./response.js";

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

/** Converts an error to a problem+json response. */
export function errorResponse(error: unknown, requestId: string): HttpResponse & { readonly body: Uint8Array } {
  const reported = reportedErrorOf(error);
  return {
    status: reported.status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...reported.headers },
    body: Buffer.from(problemJson(reported, requestId)),
    compressible: false,
  };
}

/** Converts an error to an OAuth response (RFC 6749). All client authentication failures have the same body. */
function oauthErrorResponse(error: unknown): HttpResponse & { readonly body: Uint8Array } {
  const reported = reportedErrorOf(error);
  const { status, headers } = reported;
  return {
    status,
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      ...headers,
      ...(status === 401 && { "WWW-Authenticate": 'Bearer error="invalid_client"' }),
    },
    body: Buffer.from(JSON.stringify(oauthError(reported))),
    compressible: false,
  };
}

/** Returns the body of an OAuth error. `message` repeats the description for clients that expect this member. */
export const oauthError = (reported: Pick<ReportedError, "status" | "code" | "message">) => ({
  error: errorOf(reported),
  error_description: reported.message,
  message: reported.message,
});

function errorOf({ status, code }: Pick<ReportedError, "status" | "code">): string {
  if (status === 401) return "invalid_client";
  if (code === "unsupported_grant_type" || code === "invalid_scope") return code;
  if (status === 429 || status === 503) return "temporarily_unavailable";
  return status >= 500 ? "server_error" : "invalid_request";
}

type Advice = Pick<PlainPage, "heading" | "sentences">;

const advice: Readonly<Record<string, Advice>> = {
  invitation_not_found: {
    heading: "Invitation not found",
    sentences: [
      "Check that you opened the complete link. Some email programs split long links.",
      "If the link is complete, the invitation has expired. Ask the person who invited you for a new one.",
    ],
  },
  invitation_over: {
    heading: "This invitation is no longer valid",
    sentences: [
      "A link works once. It expires after seven days, or when a newer invitation is sent.",
      "If you have set your password, you are done. Otherwise, ask the person who invited you for a new invitation.",
    ],
  },
  subscription_not_found: {
    heading: "These notifications have ended",
    sentences: ["You get no more messages. If you still get some, open the link in the latest message."],
  },
  passwords_busy: {
    heading: "Too many passwords are being set",
    sentences: ["Your password was not set. Go back and try again in a moment."],
  },
  widget_not_found: {
    heading: "No reviews to show",
    sentences: ["This address is not the address of a widget. Copy it again from the widget's settings."],
  },
  reviews_busy: {
    heading: "Too many visitors",
    sentences: ["Too many reviews are being read. Open the link again in a moment."],
  },
  too_many_requests: {
    heading: "Too many requests",
    sentences: ["Wait a minute, then open the link again."],
  },
};

const unforeseenAdvice: Advice = {
  heading: "Something went wrong on our side",
  sentences: ["Your password was not set. Open the link again in a moment."],
};

/** Renders an error as an HTML page. */
function errorPage(error: unknown, requestId: string): HttpResponse {
  const { status, code, message, headers } = reportedErrorOf(error);
  const { heading, sentences } = advice[code] ?? (status >= 500 ? unforeseenAdvice : usualAdvice(message));
  const support = status >= 500 ? [`If this happens again, send us this request id: ${requestId}`] : [];
  return plainPage(status, { heading, sentences: [...sentences, ...support] }, headers);
}

const usualAdvice = (message: string): Advice => ({
  heading: "The request failed",
  sentences: [`${capitalized(message)}.`],
});
