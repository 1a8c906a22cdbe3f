import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { duckdbPlace } from "../../test/places.js";
import { targetContract } from "../../test/target.contract.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { duckdbTarget } from "./duckdb-target.js";

targetContract("a DuckDB file", duckdbPlace);

describe("the DuckDB target", () => {
  it("reports in one line that a file is not a DuckDB database", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder.path, "letter.txt"), "a letter, and not a database".repeat(1_000));
    await expect(duckdbTarget(join(folder.path, "letter.txt"))).rejects.toMatchObject({
      code: "target_failed",
      message: expect.stringMatching(/^The target failed: IO Error: .*not a valid DuckDB database file/),
    });
    await folder.remove();
  });
});
