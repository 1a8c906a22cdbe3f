import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import { duckdbPlace, type NamedPlace, parquetPlace, postgresPlace, sqlitePlace } from "../../copy/test/places.js";
import { fromSources, printed, reputeInChild } from "./support/child-process.js";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { aReview, practiceLines } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

type Row = { readonly review_id: number; readonly comment: string; readonly location: string };

const reviews = 300;
const kills = scaled(3, 60);

/** Returns the changes between two kills: new reviews, corrected reviews and a renamed location. */
const change = (round: number) => [
  ...(round % 2 === 1 ? [{ ...practiceLines[1], location_name: `Main Street ${round}` }] : []),
  aReview(1_000 + round, "2026-03-01T17:05:00Z"),
  aReview(1 + ((round * 7) % reviews), "2026-02-01T09:00:00Z", { comment: `corrected in round ${round}` }),
];

type Engine = (typeof engines)[number];

/** Returns pairs of server engine and copy target that cover each kind of target once. */
const pairs = (
  [
    ["SQLite", "a SQLite file", sqlitePlace],
    ["SQLite", "a DuckDB file", duckdbPlace],
    ["SQLite", "a folder of Parquet files", parquetPlace],
    ["PostgreSQL", "a PostgreSQL database", () => postgresPlace()],
  ] as readonly (readonly [Engine, string, () => Promise<NamedPlace>])[]
).filter(([engine]) => engines.includes(engine));

describe.each(pairs)("a copy of a server on %s in %s", (engine, _, fresh) => {
  const workspace = freshWorkspace(engine);

  /** Starts a server with reviews, and returns the arguments of the copy command. */
  async function copied() {
    const { env, bundle, serve, folder } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const load = async (lines: readonly unknown[]) =>
      reputeJson(["load", "--account", "acme", await bundle(lines)], env);
    const first = Array.from({ length: reviews }, (__, index) => aReview(index + 1, "2026-02-01T09:00:00Z"));
    await load([...practiceLines, ...first]);
    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const { baseUrl } = await serve();
    const tokenFile = join(folder, "token.txt");
    await writeFile(tokenFile, token);
    const place = await fresh();
    const order = ["copy", "--from", baseUrl, "--token-file", tokenFile, "--to", place.to];
    const expectWhole = async () => {
      expect(await repute(order, { env: {} })).toMatchObject({ code: 0, stderr: "" });
      const shown = (await items(baseUrl, "/v2/reviews", token)) as unknown as readonly Row[];
      const rows = ((await place.read("reviews")) ?? []) as unknown as readonly Row[];
      expect([...rows].map(essence).sort()).toEqual([...shown].map(essence).sort());
      return shown;
    };
    return { load, place, order, expectWhole };
  }

  it("equals the lists after its copier was killed repeatedly", async () => {
    const { load, place, order, expectWhole } = await copied();
    try {
      for (let round = 0; round < kills; round++) {
        const copier = reputeInChild([...order, "--page", "40", "--watch"], {});
        const closed = once(copier, "close");
        const killed = printed(copier.stderr, /rows, [\d,]+ per second/).then(() => setTimeout(round * 3));
        await load(change(round));
        await killed;
        copier.kill("SIGKILL");
        await closed;
      }
      reportFigure(`${kills} copiers into ${place.to.replace(/:.*/s, "")} were killed`);
      expect(await expectWhole()).toHaveLength(reviews + kills);
    } finally {
      await place.clear();
    }
  });

  if (engine === "SQLite") {
    it("reports a full disk in one line, and continues once there is space", async () => {
      const { place, order, expectWhole } = await copied();
      try {
        // The file size limit is a number of blocks of 1,024 bytes.
        const program = 'ulimit -f "$0"; exec "$@"';
        const repute = [process.execPath, ...fromSources, join(__dirname, "support/watched.cjs")];
        const failed = promisify(execFile)("bash", ["-c", program, "64", ...repute, ...order, "--page", "100"], {
          env: { PATH: process.env["PATH"], NO_COLOR: "1" },
        });
        const { code, stderr } = (await failed.catch((error: unknown) => error)) as { code: number; stderr: string };
        expect({ code, stderr: stderr.replace(/^.*\r\u001b\[K/s, "") }).toEqual({
          code: 1,
          stderr: expect.stringMatching(/^error: [^\n]+\n$/),
        });
        await expectWhole();
      } finally {
        await place.clear();
      }
    });
  }
});

const essence = ({ review_id: id, comment, location }: Row) => `${id} ${comment} ${location}`;
