import { storageContract } from "@repute/domain/testing";
import { openDatabase } from "./open-database.js";
import { temporaryFolder } from "./testing/temporary-file.js";

storageContract("typeormStorage on SQLite", async (clock) => {
  const folder = temporaryFolder();
  const database = await openDatabase({ url: `sqlite:${folder.file}`, migrate: true, clock });
  return {
    storage: database.storage,
    async close() {
      await database.close();
      folder.remove();
    },
  };
});
