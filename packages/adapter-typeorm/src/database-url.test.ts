import { resolve } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { databaseFile } from "./database-url.js";

describe("a database URL", () => {
  it("names a file, from the working folder or from the root", () => {
    expect(databaseFile("sqlite:./data/repute.db")).toBe(resolve("data/repute.db"));
    expect(databaseFile("sqlite:data/my practice.db")).toBe(resolve("data/my practice.db"));
    expect(databaseFile("sqlite:/var/lib/repute.db")).toBe("/var/lib/repute.db");
  });

  it.each(["", "./data/repute.db", "sqlite:", "sqlite: ", "sqlite::memory:", "sqlite://data/x.db", "sqlite:./data/"])(
    "is refused with the forms it may have: %j",
    (url) => {
      expect(() => databaseFile(url)).toThrow("sqlite:./path/to/file.db");
    },
  );

  it("says plainly that PostgreSQL is not supported yet, and never repeats a password", () => {
    const refused = () => databaseFile("postgres://repute:hunter2@db/repute");
    expect(refused).toThrow("stores in SQLite only");
    expect(refused).not.toThrow("hunter2");
    expect(() => databaseFile("mysql://root:hunter2@db")).not.toThrow("hunter2");
  });

  it("is refused as invalid", async () => {
    const refused = Promise.resolve("mysql://db").then(databaseFile);
    await expect(refused).rejects.toMatchObject({ kind: "invalid", code: "invalid_database_url" });
  });
});
