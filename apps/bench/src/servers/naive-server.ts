import { createHash } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import Database from "better-sqlite3";
import express, { type Request, type RequestHandler } from "express";
import pg from "pg";
import { Between, DataSource, EntitySchema, type EntitySchemaRelationOptions } from "typeorm";
import type { Prepared } from "../data/accounts.js";
import { job, startWorker, type Workshop } from "../workshop.js";
import { host } from "./clients.js";
import type { Server } from "./servers.js";

/** Flag that raises Node's memory limit, because the baseline needs gigabytes of memory. */
const heap = "--max-old-space-size=8192";

/** Starts the baseline server. */
export async function startNaive(workshop: Workshop, { naiveUrl, token }: Prepared): Promise<Server> {
  const worker = startWorker(workshop, [heap]);
  const port = await worker.run(serveNaively, { url: naiveUrl });
  return { port, pid: worker.pid, headers: { "api-token": token }, close: worker.close };
}

/** Serves the same lists as the service, but with TypeORM entities and `res.json`. Returns the port. */
const serveNaively = job(__filename, "serveNaively", async ({ url }: { readonly url: string }) => {
  const source = naiveSource(url);
  await source.initialize();
  const app = express();
  app.use(authenticate(source));
  app.get("/v2/reviews", findReviews(source));
  app.get("/v2/reviews/built", buildReviews(source));
  app.get("/v2/locations", async (_request, response) => {
    const found = await source.getRepository(locationRow).findBy({ accountId: response.locals["account"] as number });
    response.json({ items: found });
  });
  const server = app.listen(0, host);
  // Disable the keep-alive timeout.
  // A long response blocks the event loop. Node.js would then close connections as idle although a request has arrived
  // on them.
  server.keepAliveTimeout = 0;
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
});

const sqlite = "sqlite:";

/** Creates a TypeORM data source for a database URL, as in TypeORM's guide. */
function naiveSource(url: string): DataSource {
  if (!url.startsWith(sqlite))
    return new DataSource({ type: "postgres", driver: pg, url, parseInt8: true, entities: naiveRows });
  return new DataSource({
    type: "better-sqlite3",
    driver: Database,
    database: url.slice(sqlite.length),
    entities: naiveRows,
  });
}

/** Creates Express middleware that checks the token and finds the account. */
function authenticate(source: DataSource): RequestHandler {
  return async (request, response, next) => {
    const hash = createHash("sha256")
      .update(request.get("api-token") ?? "")
      .digest("hex");
    const credential = await source.getRepository(credentialRow).findOneBy({ hash, disabled: false, revoked: false });
    if (!credential) return void response.sendStatus(401);
    response.locals["account"] = credential.accountId;
    next();
  };
}

const relations = { platform: true, location: true, provider: true } as const;

function findReviews(source: DataSource): RequestHandler {
  return async (request, response) => {
    const accountId = response.locals["account"] as number;
    const reviews = await source.getRepository(reviewRow).find({
      where: { accountId, ...(request.query["date"] !== undefined && { createdAt: Between(...windowOf(request)) }) },
      relations,
      order: { createdAt: "DESC", id: "DESC" },
    });
    const groups = await source.getRepository(groupRow).findBy({ accountId });
    response.json({ items: reviews.map((review) => reviewItem(review, groups)) });
  };
}

function buildReviews(source: DataSource): RequestHandler {
  return async (request, response) => {
    const accountId = response.locals["account"] as number;
    const [from, to] = windowOf(request);
    const reviews = await source
      .getRepository(reviewRow)
      .createQueryBuilder("review")
      .leftJoinAndSelect("review.platform", "platform")
      .leftJoinAndSelect("review.location", "location")
      .leftJoinAndSelect("review.provider", "provider")
      .where("review.accountId = :accountId AND review.createdAt BETWEEN :from AND :to", { accountId, from, to })
      .orderBy({ "review.createdAt": "DESC", "review.id": "DESC" })
      .getMany();
    const groups = await source.getRepository(groupRow).findBy({ accountId });
    response.json({ items: reviews.map((review) => reviewItem(review, groups)) });
  };
}

const windowOf = ({ query }: Request): [number, number] => [
  Date.parse(String(query["date"])),
  Date.parse(String(query["end"])),
];

/** TypeORM entities for the service's tables, without the feed. */
type LocationRow = { accountId: number; id: number; name: string; externalIds: string[] };
type ProviderRow = LocationRow;
type PlatformRow = { accountId: number; id: number; name: string };
type GroupRow = { accountId: number; id: number; providerIds: number[]; locationIds: number[] };
type CredentialRow = { id: number; accountId: number; hash: string; disabled: boolean; revoked: boolean };
type ReviewRow = {
  accountId: number;
  id: number;
  platform: PlatformRow;
  location: LocationRow | null;
  provider: ProviderRow | null;
  rating: number | null;
  comment: string | null;
  reviewer: string | null;
  createdAt: number;
  inviteId: number | null;
  extras: Record<string, string>;
};

const accountId = { type: "integer", name: "account_id", primary: true } as const;
const id = { type: "integer", primary: true } as const;
const name = { type: "text" } as const;
const numbers = (column: string) => ({ type: "simple-json", name: column }) as const;
const externalIds = { type: "simple-json", name: "external_ids" } as const;

const locationRow = new EntitySchema<LocationRow>({
  name: "location",
  tableName: "locations",
  columns: { accountId, id, name, externalIds },
});

const providerRow = new EntitySchema<ProviderRow>({
  name: "provider",
  tableName: "providers",
  columns: { accountId, id, name, externalIds },
});

const platformRow = new EntitySchema<PlatformRow>({
  name: "platform",
  tableName: "platforms",
  columns: { accountId, id, name },
});

const groupRow = new EntitySchema<GroupRow>({
  name: "group",
  tableName: "groups",
  columns: { accountId, id, providerIds: numbers("provider_ids"), locationIds: numbers("location_ids") },
});

const credentialRow = new EntitySchema<CredentialRow>({
  name: "credential",
  tableName: "credentials",
  columns: {
    id,
    accountId: { type: "integer", name: "account_id" },
    hash: { type: "text" },
    disabled: { type: "boolean" },
    revoked: { type: "boolean" },
  },
});

const one = (target: string): EntitySchemaRelationOptions => ({
  type: "many-to-one",
  target,
  joinColumn: [
    { name: "account_id", referencedColumnName: "accountId" },
    { name: `${target}_id`, referencedColumnName: "id" },
  ],
});

export const reviewRow = new EntitySchema<ReviewRow>({
  name: "review",
  tableName: "reviews",
  columns: {
    accountId,
    id,
    rating: { type: "real", nullable: true },
    comment: { type: "text", nullable: true },
    reviewer: { type: "text", nullable: true },
    createdAt: { type: "integer", name: "created_at" },
    inviteId: { type: "integer", name: "invite_id", nullable: true },
    extras: { type: "simple-json" },
  },
  relations: { platform: one("platform"), location: one("location"), provider: one("provider") },
});

export const naiveRows = [locationRow, providerRow, platformRow, groupRow, credentialRow, reviewRow];

/** Builds a review item in the format that the service publishes. */
function reviewItem(review: ReviewRow, groups: readonly GroupRow[]) {
  const { platform } = review;
  const location = review.location ?? nowhere;
  const provider = review.provider ?? nowhere;
  return {
    comment: review.comment,
    create_time: new Date(review.createdAt).toISOString().replace(".000Z", "+00:00"),
    external_location_ids: location.externalIds,
    external_provider_ids: provider.externalIds,
    groups: groups.filter((group) => holds(group, review)).map(({ id }) => id),
    invite_name: null,
    invite_type: null,
    location: location.name,
    location_id: location.id,
    location_oid: location.externalIds[0] ?? null,
    message: provider.name,
    nps_rating: null,
    platform: platform.name,
    provider: provider.name,
    provider_id: provider.id,
    question_id: null,
    ...(review.rating !== null && { rating: review.rating }),
    review_id: review.id,
    reviewer: review.reviewer,
    sent_at: null,
    sent_to: null,
  };
}

const nowhere = { id: null, name: null, externalIds: [] as string[] };

const holds = ({ locationIds, providerIds }: GroupRow, { location, provider }: ReviewRow): boolean =>
  (location !== null && locationIds.includes(location.id)) || (provider !== null && providerIds.includes(provider.id));
