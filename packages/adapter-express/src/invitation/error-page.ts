import { capitalized } from "../pages/form-parts.js";
import { type PlainPage, plainPage } from "../pages/page-response.js";
import { reportedErrorOf } from "../responding/problem.js";
import type { HttpResponse } from "../responding/response.js";

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
  passwords_busy: {
    heading: "Too many passwords are being set",
    sentences: ["Your password was not set. Go back and try again in a moment."],
  },
  widget_not_found: {
    heading: "No reviews to show",
    sentences: ["This address is not the address of a widget. Copy it again from the widget's settings."],
  },
  too_many_requests: {
    heading: "Too many requests",
    sentences: ["Wait a minute, then open the link again."],
  },
};

const unforeseen: Advice = {
  heading: "Something went wrong on our side",
  sentences: ["Your password was not set. Open the link again in a moment."],
};

/** Renders an error as an HTML page. */
export function errorPage(error: unknown, requestId: string): HttpResponse {
  const { status, code, message, headers } = reportedErrorOf(error);
  const { heading, sentences } = advice[code] ?? (status >= 500 ? unforeseen : refused(message));
  const support = status >= 500 ? [`If this happens again, send us this request id: ${requestId}`] : [];
  return plainPage(status, { heading, sentences: [...sentences, ...support] }, headers);
}

const refused = (message: string): Advice => ({
  heading: "The request failed",
  sentences: [`${capitalized(message)}.`],
});
