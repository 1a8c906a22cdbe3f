import { describe, expect, it } from "@jest/globals";
import { memoryIn } from "./memory.js";

describe("a process's memory", () => {
  it("is read from its status, in megabytes", () => {
    const status = "Name:\tnode\nVmPeak:\t 900000 kB\nVmHWM:\t  250000 kB\nVmRSS:\t  125000 kB\nThreads:\t11\n";
    expect(memoryIn(status)).toEqual({ now: 128, peak: 256 });
  });

  it("is unknown where the status does not tell", () => {
    expect(memoryIn("Name:\tnode\n")).toBeUndefined();
  });
});
