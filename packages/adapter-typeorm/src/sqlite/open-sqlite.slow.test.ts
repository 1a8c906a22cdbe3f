import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { temporaryFolder } from "../../test/temporary-folder.js";

const fromSources = require.resolve("../../../../test/from-sources.cjs");
const main = resolve(__dirname, "../open-database.ts");

/** Opens a database in a process that cannot load binaries, and prints the error. */
const opening = (url: string) => `
  process.dlopen = () => {
    throw Object.assign(new Error("compiled against a different Node.js version"), { code: "ERR_DLOPEN_FAILED" });
  };
  const { openDatabase } = require(${JSON.stringify(main)});
  openDatabase({ url: ${JSON.stringify(url)} }).catch(({ code, message }) => console.log(JSON.stringify({ code, message })));
`;

describe("a driver that is built for another version of Node", () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  it("is named in the error, with the command that builds it again", () => {
    const sources = ["--conditions=@repute/source", "--require", fromSources];
    const code = opening(folder.url);
    expect(JSON.parse(execFileSync(process.execPath, [...sources, "-e", code], { encoding: "utf8" }))).toEqual({
      code: "sqlite_not_loaded",
      message: expect.stringContaining("`npm rebuild better-sqlite3`"),
    });
  });
});
