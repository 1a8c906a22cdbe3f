import { arch, cpus, platform, totalmem } from "node:os";

/** Where a run was measured, without anything that names the machine. */
export type Machine = {
  readonly processors: number;
  readonly model: string;
  readonly gigabytes: number;
  readonly platform: string;
  readonly node: string;
};

export const thisMachine = (): Machine => ({
  processors: cpus().length,
  model: cpus()[0]?.model.trim() ?? "unknown",
  gigabytes: Math.round(totalmem() / 1_000_000_000),
  platform: `${platform()} ${arch()}`,
  node: process.version,
});

export const machineText = ({ processors, model, gigabytes, platform, node }: Machine): string =>
  `${processors} × ${model}, ${gigabytes} GB of memory, ${platform}, Node ${node}`;
