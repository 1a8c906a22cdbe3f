import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { openWorkshop, progressOn } from "./workshop.js";

const sleeper = (): ChildProcess => spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

describe("the workshop", () => {
  it("removes its folder and ends its processes when it closes", async () => {
    const workshop = await openWorkshop();
    await writeFile(join(workshop.folder, "data"), "x");
    const children = [workshop.adopt(sleeper()), workshop.adopt(sleeper())];
    await workshop.close();
    expect(children.map(hasEnded)).toEqual([true, true]);
    expect(existsSync(workshop.folder)).toBe(false);
  });

  it("runs the final work after its processes have ended", async () => {
    const workshop = await openWorkshop();
    const child = workshop.adopt(sleeper());
    const exits: boolean[] = [];
    workshop.atEnd(async () => void exits.push(hasEnded(child)));
    await workshop.interrupt();
    expect(exits).toEqual([]);
    await workshop.close();
    expect(exits).toEqual([true]);
  });

  it("starts no processes after an interrupt", async () => {
    const workshop = await openWorkshop();
    const running = workshop.adopt(sleeper());
    await workshop.interrupt();
    expect(hasEnded(running)).toBe(true);
    const late = sleeper();
    expect(() => workshop.adopt(late)).toThrow("the run has ended");
    await workshop.close();
    expect(late.killed).toBe(true);
  });
});

describe("progress", () => {
  const shown = (isTTY: boolean, texts: readonly string[]) => {
    let written = "";
    const progress = progressOn({ isTTY, columns: 20, write: (text) => (written += text) });
    for (const text of texts) progress.show(text);
    progress.end();
    return written;
  };

  it("writes nothing unless the stream is a terminal", () => {
    expect(shown(false, ["loading"])).toBe("");
  });

  it("truncates long lines and clears the line at the end", () => {
    const written = shown(true, ["loading", "a text that is longer than the line"]);
    expect(written).not.toContain("\n");
    expect(written.split("\r\u001b[K")).toEqual(["", "loading", "a text that is long", ""]);
  });
});
