import { createHash } from "node:crypto";
import { createServer } from "node:http";
import Database from "better-sqlite3";
import express, { type Request, type RequestHandler } from "express";
import pg from "pg";
import { Between, DataSource, EntitySchema, type EntitySchemaRelationOptions, type Repository } from "typeorm";
import type { Prepared } from "../data/accounts.js";
import { job, type Workshop } from "../workshop.js";
import { largeHeap, listening, type Server, startInWorker } from "./servers.js";

/** Starts the baseline server. It needs gigabytes of memory. */
export const startNaive = (workshop: Workshop, { naiveUrl, token }: Prepared): Promise<Server> =>
  startInWorker(workshop, serveNaively, { url: naiveUrl }, { headers: { "api-token": token }, flags: [largeHeap] });

/** Serves the same lists as the service, but with TypeORM entities and `res.json`. Returns the port. */
const serveNaively = job(__filename, "serveNaively", async ({ url }: { readonly url: string }) => {
  const source = naiveSource(url);
  await source.initialize();
  const app = express();
  app.use(authenticate(source));
  app.get("/v2/reviews", sendReviews(source, findReviews));
  app.get("/v2/reviews/built", sendReviews(source, buildReviews));
  app.get("/v2/locations", async (_request, response) => {
    response.json({ items: await source.getRepository(locationRow).findBy({ accountId: accountIn(response) }) });
  });
  const server = createServer(app);
  // Disable the keep-alive timeout.
  // A long response blocks the event loop. Node.js would then close connections as idle although a request has arrived
  // on them.
  server.keepAliveTimeout = 0;
  return listening(server);
});

const sqlite = "sqlite:";

/** Creates a TypeORM data source for a database URL, as in TypeORM's guide. */
const naiveSource = (url: string): DataSource =>
  url.startsWith(sqlite)
    ? new DataSource({
        type: "better-sqlite3",
        driver: Database,
        database: url.slice(sqlite.length),
        entities: naiveRows,
      })
    : new DataSource({ type: "postgres", driver: pg, url, parseInt8: true, entities: naiveRows });

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

const accountIn = ({ locals }: Pick<express.Response, "locals">) => locals["account"] as number;

type ReadReviews = (reviews: Repository<ReviewRow>, accountId: number, request: Request) => Promise<ReviewRow[]>;

function sendReviews(source: DataSource, read: ReadReviews): RequestHandler {
  return async (request, response) => {
    const accountId = accountIn(response);
    const reviews = await read(source.getRepository(reviewRow), accountId, request);
    const groups = await source.getRepository(groupRow).findBy({ accountId });
    response.json({ items: reviews.map((review) => reviewItem(review, groups)) });
  };
}

const findReviews: ReadReviews = (reviews, accountId, request) =>
  reviews.find({
    where: { accountId, ...(request.query["date"] !== undefined && { createdAt: Between(...windowOf(request)) }) },
    relations: { platform: true, location: true, provider: true },
    order: { createdAt: "DESC", id: "DESC" },
  });

function buildReviews(...[reviews, accountId, request]: Parameters<ReadReviews>): Promise<ReviewRow[]> {
  const [from, to] = windowOf(request);
  return reviews
    .createQueryBuilder("review")
    .leftJoinAndSelect("review.platform", "platform")
    .leftJoinAndSelect("review.location", "location")
    .leftJoinAndSelect("review.provider", "provider")
    .where("review.accountId = :accountId AND review.createdAt BETWEEN :from AND :to", { accountId, from, to })
    .orderBy({ "review.createdAt": "DESC", "review.id": "DESC" })
    .getMany();
}

const windowOf = ({ query }: Request): [number, number] => [
  Date.parse(String(query["date"])),
  Date.parse(String(query["end"])),
];

/** TypeORM entities for the service's tables, without the feed. */
type Keyed = { accountId: number; id: number };
type PlatformRow = Keyed & { name: string };
type LocationRow = Keyed & { name: string; externalIds: string[] };
type GroupRow = Keyed & { providerIds: number[]; locationIds: number[] };
type CredentialRow = Keyed & { hash: string; disabled: boolean; revoked: boolean };
type ReviewRow = Keyed & {
  platform: PlatformRow;
  location: LocationRow | null;
  provider: LocationRow | null;
  rating: number | null;
  comment: string | null;
  reviewer: string | null;
  createdAt: number;
  inviteId: number | null;
  extras: Record<string, string>;
};

const id = { type: "integer", primary: true } as const;
const keys = { accountId: { type: "integer", name: "account_id", primary: true }, id } as const;
const text = { type: "text" } as const;
const json = (column: string) => ({ type: "simple-json", name: column }) as const;
const external = { ...keys, name: text, externalIds: json("external_ids") };

const platformRow = new EntitySchema<PlatformRow>({
  name: "platform",
  tableName: "platforms",
  columns: { ...keys, name: text },
});
const locationRow = new EntitySchema<LocationRow>({ name: "location", tableName: "locations", columns: external });
const providerRow = new EntitySchema<LocationRow>({ name: "provider", tableName: "providers", columns: external });

const groupRow = new EntitySchema<GroupRow>({
  name: "group",
  tableName: "groups",
  columns: { ...keys, providerIds: json("provider_ids"), locationIds: json("location_ids") },
});

const credentialRow = new EntitySchema<CredentialRow>({
  name: "credential",
  tableName: "credentials",
  columns: {
    id,
    accountId: { type: "integer", name: "account_id" },
    hash: text,
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
    ...keys,
    rating: { type: "real", nullable: true },
    comment: { ...text, nullable: true },
    reviewer: { ...text, nullable: true },
    createdAt: { type: "integer", name: "created_at" },
    inviteId: { type: "integer", name: "invite_id", nullable: true },
    extras: { type: "simple-json" },
  },
  relations: { platform: one("platform"), location: one("location"), provider: one("provider") },
});

export const naiveRows = [locationRow, providerRow, platformRow, groupRow, credentialRow, reviewRow];

/** Builds a review item in the format that the service publishes. */
function reviewItem(review: ReviewRow, groups: readonly GroupRow[]) {
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
    platform: review.platform.name,
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
