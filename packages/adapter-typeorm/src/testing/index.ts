export { postgresPrograms, throwawayCluster } from "./cluster.js";
export type { Cluster } from "./cluster.js";
export { testDatabase, testServer } from "./test-database.js";
export type { TestDatabase } from "./test-database.js";
