import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { TestDatabase } from "@repute/adapter-typeorm/testing";
import { testDatabase } from "@repute/adapter-typeorm/testing";
import Database from "better-sqlite3";
import { Client } from "pg";
import { many, tell } from "../../../test/torture.js";
import { printed, reputeInChild } from "./support/child-process.js";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { aReview, practiceLines } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

type Row = { readonly review_id: number; readonly comment: string; readonly location: string };

const reviews = 300;
const kills = many(4, 60);

/** What the practice does between two kills: new reviews, corrections of old ones, a place that is renamed. */
const change = (round: number) => [
  ...(round % 2 === 1 ? [{ ...practiceLines[1], location_name: `Main Street ${round}` }] : []),
  aReview(1_000 + round, "2026-03-01T17:05:00Z"),
  aReview(1 + ((round * 7) % reviews), "2026-02-01T09:00:00Z", { comment: `corrected in round ${round}` }),
];

describe.each(engines)("a copy of a server on %s whose copier is killed again and again", (engine) => {
  const workspace = freshWorkspace(engine);
  let target: TestDatabase | undefined;
  beforeAll(async () => {
    if (engine === "PostgreSQL") target = await testDatabase("blank");
  });
  afterAll(() => target?.drop());

  it("is in the end what the lists show", async () => {
    const { env, bundle, serve, folder } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const load = async (lines: readonly unknown[]) =>
      reputeJson(["load", "--account", "acme", await bundle(lines)], env);
    const first = Array.from({ length: reviews }, (_, index) => aReview(index + 1, "2026-02-01T09:00:00Z"));
    await load([...practiceLines, ...first]);
    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const { baseUrl } = await serve();
    const tokenFile = join(folder, "token.txt");
    await writeFile(tokenFile, token);
    const to = target?.migrationUrl ?? target?.url ?? `sqlite:${join(folder, "copy.db")}`;
    const order = ["copy", "--from", baseUrl, "--token-file", tokenFile, "--to", to];

    for (let round = 0; round < kills; round++) {
      const copier = reputeInChild([...order, "--page", "40", "--watch"], {});
      const closed = once(copier, "close");
      const killed = printed(copier.stderr, /rows, [\d,]+ a second/).then(() => setTimeout(round * 3));
      await load(change(round));
      await killed;
      copier.kill("SIGKILL");
      await closed;
    }
    tell(`${kills} copiers were killed`);
    const { code, stderr } = await repute(order, { env: {} });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });

    const shown = (await items(baseUrl, "/v2/reviews", token)) as unknown as readonly Row[];
    const rows = to.startsWith("sqlite:") ? inSqlite(to.slice(7)) : await inPostgres(to);
    expect([...rows].map(essence).sort()).toEqual([...shown].map(essence).sort());
    expect(shown).toHaveLength(reviews + kills);
  });
});

const essence = ({ review_id: id, comment, location }: Row) => `${id} ${comment} ${location}`;

function inSqlite(file: string): readonly Row[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare<[], Row>("SELECT * FROM reviews").all();
  } finally {
    database.close();
  }
}

async function inPostgres(url: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>("SELECT * FROM reviews")).rows;
  } finally {
    await client.end();
  }
}
