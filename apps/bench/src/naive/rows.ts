import { EntitySchema, type EntitySchemaRelationOptions } from "typeorm";

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

export const locationRow = new EntitySchema<LocationRow>({
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

export const groupRow = new EntitySchema<GroupRow>({
  name: "group",
  tableName: "groups",
  columns: { accountId, id, providerIds: numbers("provider_ids"), locationIds: numbers("location_ids") },
});

export const credentialRow = new EntitySchema<CredentialRow>({
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
export function reviewItem(review: ReviewRow, groups: readonly GroupRow[]) {
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
