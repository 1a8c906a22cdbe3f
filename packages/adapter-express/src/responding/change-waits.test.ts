import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "@jest/globals";
import { practice } from "../../test/practice.js";
import { changeWaits } from "./change-waits.js";

setFlagsFromString("--expose_gc");
const collectGarbage = runInNewContext("gc") as () => void;

describe("a request that waits for changes", () => {
  async function waiting(stopping?: AbortSignal) {
    const { domain, account } = await practice();
    const leaving = new AbortController();
    const wait = changeWaits(domain, stopping);
    const { pageOf, read } = await domain.changes.list(account, {});
    let cursor = "";
    for await (const batch of read()) if (cursor === "") ({ cursor = "" } = pageOf(batch));
    return { leaving, ended: (seconds: number) => wait({ leaving }, { account, query: { cursor }, seconds }) };
  }

  it("ends when its time is over, even if garbage is collected while it waits", async () => {
    const { ended } = await waiting();
    const collecting = setInterval(collectGarbage, 50);
    try {
      expect(await ended(1)).toBeUndefined();
    } finally {
      clearInterval(collecting);
    }
  });

  it("ends when the client leaves and when the server stops", async () => {
    const stopping = new AbortController();
    const { ended, leaving } = await waiting(stopping.signal);
    const first = ended(60);
    leaving.abort();
    expect(await first).toBeUndefined();
    expect(await ended(60)).toBeUndefined();
    const second = (await waiting(stopping.signal)).ended(60);
    stopping.abort();
    expect(await second).toBeUndefined();
  });
});
