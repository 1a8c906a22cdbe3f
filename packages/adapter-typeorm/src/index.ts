export { type Database, databaseName, type DatabaseOptions, type Migrated } from "./database.js";
export { nodeSecrets, openDatabase, systemClock, typeormPorts } from "./open-database.js";
export { backupDatabase } from "./sqlite/backup.js";
export type { WrittenFile } from "./sqlite/backup.js";
export { verifyDatabase } from "./sqlite/backup.js";
export { type RestoredFile, restoreDatabase } from "./sqlite/backup.js";
