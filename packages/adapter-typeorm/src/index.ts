export type { Database, DatabaseOptions } from "./database.js";
export { nodeSecrets } from "./node-secrets.js";
export { openDatabase } from "./open-database.js";
export { systemClock } from "./system-clock.js";
export { typeormPorts } from "./typeorm-ports.js";
export { backupDatabase } from "./sqlite/backup.js";
export type { WrittenFile } from "./sqlite/backup.js";
export { restoreDatabase } from "./sqlite/restore.js";
export type { RestoredFile } from "./sqlite/restore.js";
