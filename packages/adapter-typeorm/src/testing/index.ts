export { isRead } from "./is-read.js";
export { postgresPrograms, throwawayCluster } from "./cluster.js";
export type { Cluster } from "./cluster.js";
export { migratedFile } from "./migrated-file.js";
export { testDatabase, testServer } from "./test-database.js";
export type { TestDatabase } from "./test-database.js";
