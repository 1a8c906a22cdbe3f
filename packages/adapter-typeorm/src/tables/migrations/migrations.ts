import { FirstRelease1780000000000 } from "./1780000000000-first-release.js";
import { SentCampaigns1780000020000 } from "./1780000020000-sent-campaigns.js";
import { Imports1780000030000 } from "./1780000030000-imports.js";
import { PatientFiles1780000040000 } from "./1780000040000-patient-files.js";
import { Users1780000050000 } from "./1780000050000-users.js";
import { Widgets1780000060000 } from "./1780000060000-widgets.js";
import { Ratings1780000061000 } from "./1780000061000-ratings.js";
import { AppointmentDigests1780000062000 } from "./1780000062000-appointment-digests.js";
import { Invitations1780000070000 } from "./1780000070000-invitations.js";
import { ChangeFeed1780000080000 } from "./1780000080000-change-feed.js";
import { UncheckedKeys1780000090000 } from "./1780000090000-unchecked-keys.js";
import { FeedSegments1780000100000 } from "./1780000100000-feed-segments.js";
import { CatalogVersions1780000210000 } from "./1780000210000-catalog-versions.js";
import { LighterImports1780000230000 } from "./1780000230000-lighter-imports.js";
import { UncheckedPlaces1780000231000 } from "./1780000231000-unchecked-places.js";
import { SealedChanges1780000240000 } from "./1780000240000-sealed-changes.js";
import { CountedInvitations1780000250000 } from "./1780000250000-counted-invitations.js";
import { AuditFailures1780000260000 } from "./1780000260000-audit-failures.js";
import { CursorKeys1780000270000 } from "./1780000270000-cursor-keys.js";
import { Withdrawals1780000280000 } from "./1780000280000-withdrawals.js";
import { ImportAttempts1780000290000 } from "./1780000290000-import-attempts.js";
import { PlannedInvites1780000300000 } from "./1780000300000-planned-invites.js";
import { AuditOrigins1780000310000 } from "./1780000310000-audit-origins.js";
import { AuditRetention1780000320000 } from "./1780000320000-audit-retention.js";
import { ErasedPeople1780000330000 } from "./1780000330000-erased-people.js";
import { LargeLoads1780000340000 } from "./1780000340000-large-loads.js";
import { Fingerprints1780000350000 } from "./1780000350000-fingerprints.js";
import { Epochs1780000360000 } from "./1780000360000-epochs.js";

/** All migrations, oldest first. A released migration must not be changed. Later migrations can modify its tables. */
export const migrations = [
  FirstRelease1780000000000,
  SentCampaigns1780000020000,
  Imports1780000030000,
  PatientFiles1780000040000,
  Users1780000050000,
  Widgets1780000060000,
  Ratings1780000061000,
  AppointmentDigests1780000062000,
  Invitations1780000070000,
  ChangeFeed1780000080000,
  UncheckedKeys1780000090000,
  FeedSegments1780000100000,
  CatalogVersions1780000210000,
  LighterImports1780000230000,
  UncheckedPlaces1780000231000,
  SealedChanges1780000240000,
  CountedInvitations1780000250000,
  AuditFailures1780000260000,
  CursorKeys1780000270000,
  Withdrawals1780000280000,
  ImportAttempts1780000290000,
  PlannedInvites1780000300000,
  AuditOrigins1780000310000,
  AuditRetention1780000320000,
  ErasedPeople1780000330000,
  LargeLoads1780000340000,
  Fingerprints1780000350000,
  Epochs1780000360000,
] as const;

export const migrationNames: readonly string[] = migrations.map(({ name }) => name);
