import { errorTexts } from "./error-texts.mjs";
import { document, operations, resolved } from "./openapi.mjs";
import { code, plain, table } from "./tables.mjs";

/** Error codes of HTTP responses outside the documented operations, with their paths. */
const beyondTheDocument = {
  no_such_path: "any path",
  malformed_path: "any path",
  malformed_request: "any path",
  request_timeout: "any path",
  expectation_failed: "any path",
  too_many_connections: "any path",
  login_timed_out: "any path, in apps with their own login",
  not_permitted: "any path, in apps with their own login",
  widget_not_found: "`/embed/<widget id>.json`",
  invitation_not_found: "`/invitation/<token>`",
  invitation_over: "`/invitation/<token>`",
  subscription_not_found: "`/notifications/<id>`",
  invalid_password: "`/invitation/<token>`",
  passwords_busy: "`/invitation/<token>`",
  passwords_off: "`/invitation/<token>`",
};

/** Descriptions for messages that the sources compute, and for codes with many messages. */
const describedTexts = {
  columns_missing: "(names the fields without a column, and the key to add to the connection)",
  file_unreadable: "cannot read the file: … (names the missing headings, the damage or the exceeded size)",
  files_not_written: "(says whether the import is stored, and that its report or another file could not be written)",
  invalid_configuration: "(names the setting and the accepted values)",
  invalid_credential: "(names the options that are required)",
  invalid_database_url: "(describes the problem with the database URL)",
  invalid_line: "(names the kind and the key of the line, and the expected value)",
  invalid_password: "(describes the problem with the password)",
  interrupted: "(says whether the copy has changed, and how to continue)",
  invalid_response: "(describes how the response of the source breaks the protocol)",
  redirected: "(names the address of the source and the address that it redirects to)",
  unknown_target: "(names the accepted targets)",
  wrong_usage: "(describes the problem with the options; the exit code is 2)",
  invalid_widget: "(names the invalid setting and the accepted values)",
};

/**
 * Generates the tables of error codes: documented operations, other HTTP responses, the token endpoint, and commands.
 */
export function parts() {
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
    http: table(["Error code", "HTTP status", "Message (example)", "Endpoints"], documented.map(errorRow)),
    other: table(["Error code", "HTTP status", "Message", "Paths"], others.map(errorRow)),
    token: table(["`error`", "HTTP status", "`error_description` (example)"], tokenErrors()),
    commands: table(
      ["Error code", "HTTP status", "Message"],
      ofCommands.map(([name, { status, texts }]) => [code(name), status, textsOf(name, texts)]),
    ),
  };
}

const errorRow = ([name, status, texts, where]) => [code(name), status, textsOf(name, texts), where];

function textsOf(name, texts) {
  const some = name in describedTexts ? [describedTexts[name]] : [...texts];
  if (some.length === 0) throw new Error(`describe the message of ${name} in scripts/reference/errors.mjs`);
  return some.map((text) => plain(text.replace(/; accepted: .*/, "; accepted: …"))).join("<br>");
}

const problemType = "application/problem+json";

/** Returns each documented code once, with its first example message, sorted by status and code. */
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

/** Lists up to three paths. Empty if there are more. */
function endpointsOf(paths) {
  const all = Object.keys(document.paths).length;
  const unversioned = [...new Set([...paths].map((path) => path.replace(/^\/v[12]/, "")))];
  if (paths.size >= all - 1) return "all endpoints";
  return unversioned.length <= 3 ? unversioned.map(code).join(", ") : "";
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
