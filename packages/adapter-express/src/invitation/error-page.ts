import { toldOf } from "../responding/problem.js";
import type { HttpResponse } from "../responding/response.js";
import { capitalised, plainPage } from "./page.js";

type Advice = { readonly heading: string; readonly sentences: readonly string[] };

const advice: Readonly<Record<string, Advice>> = {
  invitation_not_found: {
    heading: "There is no such invitation",
    sentences: [
      "Check that the whole address of the link is there: some mail programs break long ones in two.",
      "If it is, the invitation ended long ago. Ask the person who invited you for a new one.",
    ],
  },
  invitation_over: {
    heading: "This invitation is over",
    sentences: [
      "A link works once, for seven days, and until another invitation is sent.",
      "If you have set your password, there is nothing more to do here. If you have not, ask the person who invited you for a new invitation.",
    ],
  },
  passwords_busy: {
    heading: "Too many passwords are being set",
    sentences: ["Your password was not set. Go back and try again in a moment."],
  },
  too_many_requests: {
    heading: "Too many requests",
    sentences: ["Wait for a minute, then open the link again."],
  },
};

const unforeseen: Advice = {
  heading: "Something went wrong on our side",
  sentences: ["Your password was not set. Open the link again in a moment."],
};

/** An error as a page, for whoever has a browser. */
export function errorPage(error: unknown, requestId: string): HttpResponse {
  const { status, code, message, headers } = toldOf(error);
  const { heading, sentences } = advice[code] ?? (status >= 500 ? unforeseen : refused(message));
  const support = status >= 500 ? [`If it happens again, tell us this number: ${requestId}`] : [];
  return plainPage(status, heading, [...sentences, ...support], headers);
}

const refused = (message: string): Advice => ({
  heading: "This cannot be done",
  sentences: [`${capitalised(message)}.`],
});
