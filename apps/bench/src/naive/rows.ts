import type { EntitySchemaRelationOptions } from "typeorm";
import { EntitySchema } from "typeorm";

/** The service's own tables, as somebody who has never heard of a feed would map them. */
export type LocationRow = { accountId: number; id: number; name: string; externalIds: string[] };
export type ProviderRow = LocationRow;
export type PlatformRow = { accountId: number; id: number; name: string };
export type GroupRow = { accountId: number; id: number; providerIds: number[]; locationIds: number[] };
export type CredentialRow = { id: number; accountId: number; hash: string; disabled: boolean; revoked: boolean };
export type ReviewRow = {
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

export const providerRow = new EntitySchema<ProviderRow>({
  name: "provider",
  tableName: "providers",
  columns: { accountId, id, name, externalIds },
});

export const platformRow = new EntitySchema<PlatformRow>({
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
