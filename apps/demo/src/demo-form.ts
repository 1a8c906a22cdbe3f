import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { RequestListener } from "node:http";
import { type Domain, type Instant, isDomainError, localDate, type Principal } from "@repute/domain";
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from "express";
import {
  type Filled,
  filledFrom,
  type FormDays,
  formPage,
  pagePolicy,
  problemsIn,
  refusalPage,
  reportedProblems,
  sentPage,
  type StoredConversion,
  storedConversion,
  submissionOf,
} from "./form-page.js";

/** Account that receives the form's submissions, base URL of the server, and handler of unexpected errors. */
export type DemoFormOptions = {
  readonly by: Principal;
  readonly baseUrl: string;
  readonly report: (error: unknown) => void;
};

const [formPath, sentPath, conversionPath] = ["/demo/form", "/demo/form/sent", "/demo/form/conversion"];
const paths: ReadonlySet<string | undefined> = new Set([formPath, sentPath, conversionPath]);

/** Adds the demo practice's form to an app. The form is not part of the API. */
export function withDemoForm(app: RequestListener, domain: Domain, options: DemoFormOptions): RequestListener {
  const form = demoForm(domain, options);
  return (request, response) => {
    if (paths.has(request.url?.split("?")[0])) form(request, response);
    else app(request, response);
  };
}

function demoForm(
  domain: Pick<Domain, "accounts" | "submissions" | "conversions">,
  { by, baseUrl, report }: DemoFormOptions,
) {
  const receipts = conversionReceipts();
  const daysOf = async (): Promise<FormDays> => {
    const { timeZone } = await domain.accounts.settings(by.account);
    const inWeeks = (weeks: number) => localDate((Date.now() + weeks * week) as Instant, timeZone);
    return { today: inWeeks(0), example: inWeeks(1) };
  };
  const take = async ({ body }: Request, response: Response) => {
    if (typeof body !== "string") return show(response, 415, refusalPage("Submit the form from its page."));
    const filled = filledFrom(new URLSearchParams(body));
    const days = await daysOf();
    const problems = problemsIn(filled, days);
    if (problems.length > 0) return show(response, 400, formPage(filled, days, problems));
    try {
      const { conversionId } = await domain.submissions.one(submissionOf(filled), { by });
      if (conversionId === null) throw new Error("the form's submissions must not be test submissions");
      response.redirect(303, `form/sent?${receipts.queryOf(conversionId)}`);
    } catch (error) {
      show(response, 400, complaining(filled, days, error));
    }
  };
  const sent = async (request: Request): Promise<StoredConversion | undefined> => {
    const id = receipts.conversionIn(queryOf(request));
    return id === undefined ? undefined : storedConversion(domain, by.account, id);
  };
  const readForm = express.text({ type: "application/x-www-form-urlencoded", limit: "16kb" });
  return express()
    .set("etag", false)
    .set("json spaces", 2)
    .use(secure)
    .get(formPath, async (request, response) =>
      show(response, 200, formPage(filledFrom(queryOf(request)), await daysOf())),
    )
    .post(formPath, readForm, take)
    .get(sentPath, async (request, response) => {
      const conversion = await sent(request);
      if (conversion) show(response, 200, sentPage(conversion, queryOf(request).toString(), baseUrl));
      else show(response, 404, refusalPage(unknownRequest));
    })
    .get(conversionPath, async (request, response) => {
      const conversion = await sent(request);
      if (conversion) response.json(conversion.item);
      else show(response, 404, refusalPage(unknownRequest));
    })
    .use((request, response) => {
      response.setHeader("Allow", request.path === formPath ? "GET, HEAD, POST" : "GET, HEAD");
      show(response, 405, refusalPage("This page does not accept this method."));
    })
    .use(refuse(report));
}

const week = 7 * 24 * 60 * 60 * 1_000;

const unknownRequest = "This request does not exist, or it was sent before the server was started again.";

/** Renders the form with error messages for the visitor. Rethrows errors that visitors cannot correct. */
function complaining(filled: Filled, days: FormDays, error: unknown): string {
  const problems = isDomainError(error) ? reportedProblems(error.problems, days) : [];
  if (problems.length === 0) throw error;
  return formPage(filled, days, problems);
}

const queryOf = ({ url }: Request): URLSearchParams => new URLSearchParams(url.split("?").slice(1).join("?"));

const secure: RequestHandler = (_request, response, next) => {
  response.removeHeader("X-Powered-By");
  response.set({
    "Content-Security-Policy": pagePolicy,
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  });
  next();
};

const show = (response: Response, status: number, html: string): void => {
  response.status(status).type("html").send(html);
};

/** Keep all four parameters. Express recognizes an error handler by their number. */
const refuse =
  (report: (error: unknown) => void): ErrorRequestHandler =>
  (error, _request, response, _next) => {
    const status = isDomainError(error) && error.kind === "unavailable" ? 503 : statusOf(error);
    if (status >= 500) report(error);
    show(response, status, refusalPage(status < 500 ? "The form data is invalid." : "Please try again later."));
  };

/** Returns the HTTP status of an error from the body parser, or 500 for other errors. */
const statusOf = (error: unknown): number =>
  typeof error === "object" && error !== null && "status" in error && typeof error.status === "number"
    ? error.status
    : 500;

const conversionShape = /^sub-\d{1,16}$/;

/**
 * Creates the queries of the pages about a conversion.
 * A query is signed with a key of this process, so that visitors can read only their own conversions.
 */
function conversionReceipts() {
  const key = randomBytes(32);
  const signatureOf = (id: string): string => createHmac("sha256", key).update(id).digest("base64url");
  return {
    queryOf: (id: string): string => `conversion=${id}&signature=${signatureOf(id)}`,
    /** Returns the id of the conversion, or `undefined` if the signature is missing or wrong. */
    conversionIn(query: URLSearchParams): string | undefined {
      const [id, signature] = [query.get("conversion") ?? "", Buffer.from(query.get("signature") ?? "")];
      if (!conversionShape.test(id)) return undefined;
      const expected = Buffer.from(signatureOf(id));
      return signature.length === expected.length && timingSafeEqual(signature, expected) ? id : undefined;
    },
  };
}
