import { describe } from "@jest/globals";
import { freshDatabase } from "../../test/fresh-database.js";
import { testSegmentsOfTwoProcesses } from "../../test/segments-of-two-processes.js";

describe("cached segments on SQLite", () => {
  const open = freshDatabase();
  testSegmentsOfTwoProcesses(async () => ({
    one: open.storage,
    another: (await open.openAgain()).storage,
    account: open.account,
  }));
});
