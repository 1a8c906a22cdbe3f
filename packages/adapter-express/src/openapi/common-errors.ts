import type { Audience } from "@repute/domain";
import { audienceOf } from "../auth.js";
import type { Route, RouteTable } from "../route.js";
import { type ProblemCode, problemExample } from "./problem-examples.js";
import { commonCodesOf, meaningOf } from "./refusals.js";

const introduction =
  "Each operation lists only its own errors. All operations share the errors in these tables. `code` is a member of the response, and it is stable. " +
  "`message` is for people and may change.";

const oauthFormat = "The token endpoint `/oauth/token` returns its errors in the format of RFC 6749.";

type Example = { readonly code: ProblemCode; readonly status: number; readonly message: string };

/** Describes the errors that operations share, as Markdown: a table of the codes with an example of each message. */
export function commonErrors(tables: readonly RouteTable[]): string {
  const examples = tables.flatMap(({ dataSync, routes }) =>
    routes.filter(({ oauth }) => !oauth).flatMap((route) => examplesOf(route, dataSync)),
  );
  const byCode = new Map([...examples].reverse().map((example) => [example.code, example]));
  const shared = [...byCode.values()].reverse();
  const statuses = [...new Set(shared.map(({ status }) => status))].sort((a, b) => a - b);
  const sections = statuses.map((status) =>
    sectionOf(
      status,
      shared.filter((example) => example.status === status),
    ),
  );
  const hasOauth = tables.some(({ routes }) => routes.some(({ oauth }) => oauth));
  return [introduction, ...(hasOauth ? [oauthFormat] : []), ...sections].join("\n\n");
}

const examplesOf = (route: Route, dataSync: Audience): readonly Example[] =>
  commonCodesOf(route, audienceOf(route.access, dataSync)).map((code) => ({ code, ...problemExample(code, route) }));

function sectionOf(status: number, examples: readonly Example[]): string {
  const rows = examples.map(({ code, message }) => `| \`${code}\` | ${message} |`);
  return [`**${status}**: ${meaningOf(status)}\n`, "| code | example of the message |", "|---|---|", ...rows].join(
    "\n",
  );
}
