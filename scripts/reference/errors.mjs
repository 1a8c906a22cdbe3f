import { errorTexts } from "./error-texts.mjs";
import { document, operations, resolved } from "./openapi.mjs";
import { code, plain, table } from "./tables.mjs";

/** Codes of HTTP responses for which the API document has no operation. */
const beyondTheDocument = {
  no_such_path: "any",
  malformed_path: "any",
  malformed_request: "any",
  request_timeout: "any",
  expectation_failed: "any",
  too_many_connections: "any",
  widget_not_found: "`/embed/<widget id>.json`",
  invitation_not_found: "`/invitation/<token>`",
  invitation_over: "`/invitation/<token>`",
  invalid_password: "`/invitation/<token>`",
  passwords_busy: "`/invitation/<token>`",
  passwords_off: "`/invitation/<token>`",
};

/** Every error code: of the API document, of the token endpoint, of other HTTP responses, and of commands. */
export function errorParts() {
  const documented = documentedErrors();
  const texts = errorTexts();
  const others = Object.keys(beyondTheDocument).map((name) => {
    const found = texts.get(name);
    if (found?.status === undefined) throw new Error(`no source throws ${name} with a status`);
    return [name, found.status, found.texts, beyondTheDocument[name]];
  });
  const known = new Set([...documented.map(([name]) => name), ...Object.keys(beyondTheDocument)]);
  const ofCommands = [...texts].filter(([name, { isOfCommands }]) => isOfCommands && !known.has(name));
  return {
    http: table(["Code", "Status", "Text", "Endpoints"], documented.map(errorRow)),
    other: table(["Code", "Status", "Text", "Paths"], others.map(errorRow)),
    token: table(["`error`", "Status", "`error_description`"], tokenErrors()),
    commands: table(
      ["Code", "Status over HTTP", "Text"],
      ofCommands.map(([name, { status, texts: some }]) => [code(name), status, textsOf(some)]),
    ),
  };
}

const errorRow = ([name, status, texts, where]) => [code(name), status, textsOf(texts), where];

const textsOf = (texts) => texts.map((text) => plain(text)).join("<br>");

const problemType = "application/problem+json";

/** Each code once, in the order of status and code, with one text per endpoint-independent wording. */
function documentedErrors() {
  const found = new Map();
  for (const operation of operations)
    for (const { status, value } of problemsOf(operation)) {
      const entry = found.get(value.code) ?? { status, texts: new Set(), endpoints: new Set() };
      entry.texts.add(value.detail);
      entry.endpoints.add(operation.path);
      found.set(value.code, entry);
    }
  return [...found]
    .sort(([a, { status: of }], [b, { status: or }]) => of - or || (a < b ? -1 : 1))
    .map(([name, { status, texts, endpoints }]) => [name, status, [...texts].slice(0, 1), endpointsOf(endpoints)]);
}

const problemsOf = ({ responses }) =>
  Object.entries(responses).flatMap(([status, response]) =>
    Object.values(resolved(response).content?.[problemType]?.examples ?? {}).map((example) => ({
      status: Number(status),
      value: resolved(example).value,
    })),
  );

/** Names up to four paths; more of them are counted. */
function endpointsOf(paths) {
  const all = Object.keys(document.paths).length;
  const unversioned = [...new Set([...paths].map((path) => path.replace(/^\/v[12]/, "")))];
  if (paths.size >= all - 1) return "all";
  return unversioned.length <= 4 ? unversioned.map(code).join(", ") : `${unversioned.length} paths`;
}

function tokenErrors() {
  const { responses } = operations.find(({ path }) => path === "/oauth/token");
  return Object.entries(responses).flatMap(([status, response]) =>
    Object.values(response.content?.["application/json"]?.examples ?? {}).map(({ value }) => [
      code(value.error),
      status,
      plain(value.error_description),
    ]),
  );
}
