import type { RequestListener } from "node:http";
import {
  type AccountId,
  type Beforehand,
  createDomain,
  type CredentialId,
  type Domain,
  type DomainOptions,
  type FeedBatch,
  type Ports,
  type TokenKind,
  type UploadKind,
} from "@repute/domain";
import { memoryPorts, stillClock } from "@repute/domain/memory";
import { bundleOf, importFileOf, patientFileOf } from "@repute/domain/testing";
import request from "supertest";
import type { RequestLog } from "../src/options.js";
import type { Route } from "../src/route.js";
import {
  aDoomedUserId,
  aNewUser,
  anImage,
  aSubmission,
  aUserId,
  bundle,
  importRows,
  patientRows,
} from "./practice-data.js";
import { noteReported } from "./reported-errors.js";

/** Creates a practice with a small catalog, two reviews and a token of each kind. `replace` can replace its ports. */
export async function practice(
  replace: (ports: Ports) => Ports = (ports) => ports,
  options: DomainOptions = { baseUrl: "https://repute.example" },
) {
  const clock = stillClock();
  const ports = memoryPorts({ clock });
  const replaced = replace(ports);
  const domain = createDomain(replaced, options);
  const { id: account } = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
  await domain.bundle.load(account, bundleOf(bundle));
  await ports.storage.transact(account, ({ images }) => images.save(account, aUserId, anImage));
  await domain.imports.run(account, importFileOf(importRows));
  await domain.patientSurveys.parse(account, patientFileOf("OASCAHPS", patientRows));
  const tokens = {
    "account-key": await tokenFor(domain, account, "account-key"),
    "api-token": await tokenFor(domain, account, "api-token"),
    "web-forms": await tokenFor(domain, account, "web-forms"),
    loader: await tokenFor(domain, account, "loader"),
    office: await tokenFor(domain, account, "office"),
  };
  if (replaced.uploadFiles) await sendLoad(domain, account);
  return { clock, ports, domain, account, tokens, ...observed() };
}

export type Practice = Awaited<ReturnType<typeof practice>>;

/** A file that changes nothing. */
export const aLoad = '{"kind":"platform","id":3,"name":"Google","is_survey":false}\n';

/** Sends an invalid file with the loader token, and works on it, so that the account has a load with a problem. */
async function sendLoad(domain: Domain, account: AccountId): Promise<void> {
  await queueLoad(domain, account, '{"kind":"platform","id":3}\n');
  await domain.loads.work();
}

/** Sends a file with the loader token. */
export async function queueLoad(
  { loads }: Domain,
  account: AccountId,
  file = aLoad,
  kind: UploadKind = "bundle",
  parameters: Readonly<Record<string, string>> = kind === "bundle" ? { dry_run: "true" } : {},
) {
  const by = { account, kind: "loader" as const, id: 4 as CredentialId };
  async function* body() {
    yield Buffer.from(file);
  }
  return loads.send(body(), { kind, parameters }, { by });
}

/** Creates a token of a kind and returns its string. */
export const tokenFor = async (domain: Domain, account: AccountId, kind: TokenKind) =>
  (await domain.access.createToken(account, { kind })).token;

/** Returns options that record error reports and request logs. */
function observed() {
  const reports: { readonly error: unknown; readonly id: string }[] = [];
  const logs: RequestLog[] = [];
  const options = {
    report(error: unknown, id: string): void {
      reports.push({ error, id });
      noteReported(error);
    },
    log: (record: RequestLog) => void logs.push(record),
    checkReplies: true,
    requestsPerMinute: 100_000,
    tokenRequestsPerMinute: 100_000,
  };
  return { reports, logs, options };
}

/** Returns a function that replaces the feed in a set of ports. Each read of a list then calls `read`. */
export const withFeed = (read: ReadBatches) => (ports: Ports) => {
  const feed: Ports["storage"]["feed"] = {
    ...ports.storage.feed,
    read(...[, , { separator = "," }, beforehand]) {
      const all = () => read(separator);
      return beforehand ? readTwice(all, beforehand) : all();
    },
  };
  return { ...ports, storage: { ...ports.storage, feed } };
};

type ReadBatches = (separator: "," | "\n") => AsyncIterable<FeedBatch>;

async function* readTwice(read: () => AsyncIterable<FeedBatch>, beforehand: Beforehand) {
  await beforehand(read());
  yield* read();
}

/** Replaces the path parameters of a route with existing ids and adds required query parameters. */
export function requestPath(path: string, method = "get"): string {
  if (path.includes("/users/"))
    return path.replace(/:id|\{id\}/, String(method === "delete" ? aDoomedUserId : aUserId));
  if (path.includes("/integration-imports/")) return path.replace(/:import_id|\{import_id\}/, "1");
  if (path.includes("/cahps-parsed-files/")) return path.replace(/:file_id|\{file_id\}/, "1");
  if (path.endsWith("/cahps-parsed-files")) return `${path}?start_date=2026-06-01&end_date=2026-06-01`;
  if (path.includes("/loads")) return loadPath(path, method);
  if (/\/(?:campaigns|overview)$/.test(path)) return `${path}?start_date=2026-03-01&end_date=2026-03-31`;
  return path.endsWith("/survey-responses") ? `${path}?survey_id=4` : path;
}

const loadPath = (path: string, method: string): string =>
  method === "post" && path.endsWith("/loads") ? `${path}?kind=bundle` : path.replace(/:load_id|\{load_id\}/, "1");

const bodies: Readonly<Record<string, object>> = {
  "post /v1/online-submissions/upload": aSubmission,
  "post /v1/online-submissions/bulk-upload": { submissions: [aSubmission] },
  "post /v1/users": aNewUser,
  "post /v1/people/search": { patient_id: "MRN-5" },
  "put /v1/users/:id": { name: "Ada Byron" },
};

/** Creates a valid request for an endpoint, but without a credential. */
export function askFor(
  app: RequestListener,
  path: string,
  headers: Readonly<Record<string, string | string[]>> = {},
  method: Route["method"] = bodies[`post ${path}`] || path.endsWith("/undo") ? "post" : "get",
) {
  const requested = request(app)
    [method](requestPath(path, method))
    .set(headers as Record<string, string>);
  if (method === "put" && path.endsWith("/image")) return requested.attach("image", Buffer.from(anImage), "ada.png");
  if (method === "post" && path.endsWith("/loads")) return requested.type("application/x-ndjson").send(aLoad);
  const body = bodies[`${method} ${path}`];
  return body ? requested.send(body) : requested;
}
