import { describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import { accountWithToken } from "./support/account.js";
import { reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { practiceInState } from "./support/practice.js";
import { serverProcesses } from "./support/server-process.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const loads = scaled(4, 100);
const reviews = 500;
const atOnce = 4;
const minLists = scaled(4, 100);

describe.each(engines)("whole lists while all reviews are rewritten on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const start = serverProcesses();

  it("each equal one committed state, at least as new as the last commit before the request", async () => {
    const { env, bundle } = workspace();
    const token = await accountWithToken(env);
    const { baseUrl } = await start(env);
    const load = async (number: number) =>
      reputeJson(["load", "--account", "acme", await bundle(practiceInState(number, reviews))], env);
    await load(0);
    let [committed, lists, isWriting] = [0, 0, true];
    const seen = new Set<number>();

    async function readOne(): Promise<void> {
      const oldest = committed;
      const list = await items(baseUrl, "/v2/reviews", token);
      const comments = [...new Set(list.map(({ comment }) => Number.parseInt(String(comment))))];
      expect(comments).toHaveLength(1);
      const [state = NaN] = comments;
      expect(state).toBeGreaterThanOrEqual(oldest);
      expect(new Set(list.map(({ review_id: id }) => id)).size).toBe(reviews + state);
      expect(list).toHaveLength(reviews + state);
      seen.add(state);
      lists += 1;
    }
    const reading = Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (isWriting || lists < minLists) await readOne();
      }),
    );
    // Prevent an unhandled rejection. The error is thrown when `reading` is awaited.
    reading.catch(() => {});
    let writes = 0;
    for (let number = 1; number <= loads; number += 1) {
      await load(number);
      committed = number;
      writes += reviews + number;
    }
    isWriting = false;
    await reading;
    expect(seen.size).toBeGreaterThan(1);
    reportFigure(
      `${engine}: ${lists} whole lists during ${writes} writes: each equal to one of ${seen.size} committed states`,
    );
  });
});
