import { FirstRelease1780000000000 } from "./1780000000000-first-release.js";

/** Every migration, oldest first. One that was released is never changed: what comes later adds to it. */
export const migrations = [FirstRelease1780000000000] as const;

export const migrationNames: readonly string[] = migrations.map(({ name }) => name);
