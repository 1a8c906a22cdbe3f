import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Cluster, postgresPrograms, testServer, throwawayCluster } from "@repute/adapter-typeorm/testing";
import { reportFigure, scaled } from "../../../test/torture.js";
import { accountWithToken } from "./support/account.js";
import { type Batch, postUntilDead, storedOf } from "./support/batches.js";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { longComment, practiceInState } from "./support/practice.js";
import { beginList, versions } from "./support/raw-list.js";
import { serverProcesses } from "./support/server-process.js";
import { freshWorkspace, tokenKeys } from "./support/workspace.js";

const programs = postgresPrograms();
const rounds = scaled(2, 20);
const reviews = 4_000;
const atOnce = 4;

(testServer() === undefined || programs === undefined ? describe.skip : describe)("a PostgreSQL that is killed", () => {
  const workspace = freshWorkspace();
  const start = serverProcesses();
  let cluster: Cluster;
  beforeAll(async () => {
    // Acknowledged data must be on disk in this test. Other tests use cluster settings without durability.
    cluster = await throwawayCluster(programs ?? "", { settings: ["synchronous_commit=on", "full_page_writes=on"] });
  });
  afterAll(() => cluster.remove());

  it("loses no acknowledged data and shows no partial data after kills during loads, uploads and lists", async () => {
    const env = { DATABASE_URL: cluster.url, ALLOW_SUPERUSER: "on", TOKEN_KEYS: tokenKeys, PORT: "0" };
    const token = await accountWithToken(env);
    const load = async (state: number) =>
      repute(["load", "--account", "acme", await workspace().bundle(practiceInState(state, reviews, longComment))], {
        env,
      });
    expect(await load(0)).toMatchObject({ code: 0 });
    const { baseUrl } = await start(env);
    const began = new Date();
    const all: Batch[] = [];
    let [state, loaded] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      // Whole lists would come from compressed segments in the cache of the server.
      const lists = await Promise.all(
        [...versions, ...versions].map((version) => beginList(baseUrl, "/v2/reviews?rating=5", token, version)),
      );
      const loading = load(state + 1);
      let posting: readonly Promise<Batch[]>[] = [];
      await new Promise<void>((answered) => {
        posting = Array.from({ length: atOnce }, () => postUntilDead(baseUrl, token, answered));
      });
      await cluster.kill();
      all.push(...(await Promise.all(posting)).flat());
      const { code } = await loading;
      for (const list of lists) expect(await list.readToEnd()).toMatchObject({ ending: "broken", status: 200 });
      await cluster.start();

      const found = await items(baseUrl, "/v2/reviews", token);
      const states = [...new Set(found.map(({ comment }) => Number.parseInt(String(comment))))];
      expect(code === 0 ? [[state + 1]] : [[state], [state + 1]]).toContainEqual(states);
      state = states[0] ?? NaN;
      expect(found).toHaveLength(reviews + state);
      if (code === 0) loaded += 1;
    }
    const stored = await storedOf(baseUrl, token, all, began);
    all.forEach(({ size, answer }, index) => {
      expect(answer === undefined ? [0, size] : [size]).toContain(stored[index]);
    });
    await reputeJson(["load", "--account", "acme", await workspace().bundle(practiceInState(state + 1, reviews))], env);
    const acknowledged = all.filter(({ answer }) => answer !== undefined).length;
    reportFigure(
      `${rounds} kills of PostgreSQL: ${acknowledged} batches and ${loaded} loads acknowledged, 0 lost, 0 in part; ` +
        `${rounds * versions.length * 2} lists broken off over HTTP/1.1 and 1.0, all seen by the client`,
    );
  });
});
