import { testCatalogsOfTwoProcesses } from "../../test/catalogs-of-two-processes.js";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";

describeOnPostgres("a cached catalog on PostgreSQL", () => {
  const open = emptyPostgres();
  testCatalogsOfTwoProcesses(async () => ({
    one: open.storage,
    another: (await open.open()).storage,
    account: open.mine,
  }));
});
