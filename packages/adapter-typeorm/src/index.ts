export { type Database, databaseName, type DatabaseOptions, type Inspection, type Migrated } from "./database.js";
export { type AccountSize, accountSize } from "./account-size.js";
export { nodeSecrets, openDatabase, systemClock, typeormPorts } from "./open-database.js";
export { backupDatabase, type RestoredFile, restoreDatabase, verifyDatabase, type WrittenFile } from "./backup.js";
export { type CheckedAccount, type MoveOptions, openMove } from "./move/move-accounts.js";
export type { MovedAccount } from "./move/move-account.js";
