import type { RequestListener } from "node:http";
import type { Domain, Principal } from "@repute/domain";
import { isDomainError } from "@repute/domain";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import express from "express";
import type { Filled } from "./form-fields.js";
import { complaintsOf, filledFrom, submissionOf } from "./form-fields.js";
import { formPage, refusalPage, sentPage } from "./form-page.js";
import { pagePolicy } from "./page.js";

/** Account that receives the form's submissions, base URL of the server, and handler of unexpected errors. */
export type DemoFormOptions = {
  readonly by: Principal;
  readonly baseUrl: string;
  readonly report: (error: unknown) => void;
};

const [formPath, sentPath] = ["/demo/form", "/demo/form/sent"];
const conversionShape = /^sub-\d{1,16}$/;

/** Adds the demo practice's form to an app. The form is not part of the API. */
export function withDemoForm(app: RequestListener, domain: Domain, options: DemoFormOptions): RequestListener {
  const form = demoForm(domain, options);
  return (request, response) => {
    const [path] = request.url?.split("?") ?? [];
    if (path === formPath || path === sentPath) form(request, response);
    else app(request, response);
  };
}

function demoForm({ submissions }: Pick<Domain, "submissions">, { by, baseUrl, report }: DemoFormOptions) {
  const take = async ({ body }: Request, response: Response) => {
    if (typeof body !== "string") return show(response, 415, refusalPage("Submit the form from its page."));
    const filled = filledFrom(new URLSearchParams(body));
    try {
      const { conversionId } = await submissions.one(submissionOf(filled), { by });
      response.redirect(303, `form/sent?conversion=${conversionId}`);
    } catch (error) {
      show(response, 400, complaining(filled, error));
    }
  };
  const readForm = express.text({ type: "application/x-www-form-urlencoded", limit: "16kb" });
  return express()
    .set("etag", false)
    .use(secure)
    .get(formPath, (request, response) => show(response, 200, formPage(filledFrom(queryOf(request)))))
    .post(formPath, readForm, take)
    .get(sentPath, (request, response) => {
      const conversion = queryOf(request).get("conversion") ?? "";
      if (conversionShape.test(conversion)) show(response, 200, sentPage(conversion, baseUrl));
      else show(response, 404, refusalPage("This request does not exist."));
    })
    .use((request, response) => {
      response.setHeader("Allow", request.path === formPath ? "GET, HEAD, POST" : "GET, HEAD");
      show(response, 405, refusalPage("This page does not accept this method."));
    })
    .use(refuse(report));
}

/** Renders the form with error messages for the visitor. Rethrows errors that visitors cannot correct. */
function complaining(filled: Filled, error: unknown): string {
  const complaints = isDomainError(error) ? complaintsOf(error.problems) : {};
  if (Object.keys(complaints).length === 0) throw error;
  return formPage(filled, complaints);
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
