import { resolve } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { databaseFile, databaseName, isPostgresUrl, postgresUrl } from "./database.js";

describe("a database URL", () => {
  it("names a file, relative to the working directory or absolute", () => {
    expect(databaseFile("sqlite:./data/repute.db")).toBe(resolve("data/repute.db"));
    expect(databaseFile("sqlite:data/my practice.db")).toBe(resolve("data/my practice.db"));
    expect(databaseFile("sqlite:/var/lib/repute.db")).toBe("/var/lib/repute.db");
  });

  it.each(["", "./data/repute.db", "sqlite:", "sqlite: ", "sqlite::memory:", "sqlite://data/x.db", "sqlite:./data/"])(
    "is refused with the accepted forms: %j",
    (url) => {
      expect(() => databaseFile(url)).toThrow("sqlite:./path/to/file.db");
    },
  );

  it("names a database on a server", () => {
    for (const url of ["postgres://repute:secret@db:5433/repute", "postgresql://db/repute?sslmode=require"]) {
      expect(isPostgresUrl(url)).toBe(true);
      expect(postgresUrl(url)).toBe(url);
    }
    expect(isPostgresUrl("sqlite:./postgres:")).toBe(false);
  });

  it.each(["postgres:", "postgres://", "postgres://host", "postgres://host/", "postgres://u:hunter2@host/a/b"])(
    "is refused unless it names a database on a server: %j",
    (url) => {
      expect(() => postgresUrl(url)).toThrow("postgres://user:password@host:5432/database");
    },
  );

  it.each(["schema=hunter2", "ssl_mode=require", "sslmode=require&connect_timeout=3"])(
    "is refused with a parameter that the driver would ignore: %s",
    (query) => {
      const parse = () => postgresUrl(`postgres://db/repute?${query}`);
      expect(parse).toThrow(/only these parameters: host, .*sslmode, .*options=-c%20search_path%3DNAME/);
      expect(parse).not.toThrow("hunter2");
    },
  );

  it("never appears in an error, because it may contain a password", () => {
    for (const parse of [databaseFile, postgresUrl])
      expect(() => parse("mysql://root:hunter2@db")).not.toThrow("hunter2");
  });

  it("has a name for logs without the user and the password", () => {
    expect(databaseName("sqlite:data/repute.db")).toBe(resolve("data/repute.db"));
    expect(databaseName("postgres://repute:hunter2@db:5433/repute?sslmode=require")).toBe("db:5433/repute");
  });

  it("is refused as invalid_database_url", async () => {
    const refused = Promise.resolve("mysql://db").then(databaseFile);
    await expect(refused).rejects.toMatchObject({ kind: "invalid", code: "invalid_database_url" });
  });
});
