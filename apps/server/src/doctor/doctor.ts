import { setTimeout as pause } from "node:timers/promises";
import { baseUrlOf } from "../listener.js";
import { checkConfig, riskyOf } from "../settings/check-config.js";
import { type Config, readConfig, unknownLine } from "../settings/config.js";
import type { Environment } from "../settings/setting.js";
import { failureText } from "../terminal/failure.js";
import { checkDatabase } from "./check-database.js";
import { checkDisk, checkFiles } from "./check-files.js";
import { checkPorts, checkProxy, checkSmtp } from "./check-network.js";
import { type Finding, findingsOf } from "./finding.js";

type Check = (config: Config) => Promise<readonly Finding[]>;

/** Checks by the name of their findings if they fail or take too long. */
const checks: Readonly<Record<string, Check>> = {
  database: checkDatabase,
  files: checkFiles,
  disk: checkDisk,
  ports: checkPorts,
  proxy: checkProxy,
  smtp: checkSmtp,
};

/** Maximum time of a check in milliseconds. */
const patience = 15_000;

/** Checks the installation. If a setting is invalid, checks only the settings. Messages contain no secrets. */
export async function examine(env: Environment): Promise<readonly Finding[]> {
  const { ok, warning, wrong } = findingsOf("configuration");
  const { settings, errors, unknown } = checkConfig(env);
  const doubts = unknown.map((one) => warning(unknownLine(one)));
  if (errors.length > 0) return [...errors.map(({ message }) => wrong(message)), ...doubts];
  const config = readConfig(env);
  doubts.push(...riskyOf(config, baseUrlOf(config)).map(warning));
  const results = Object.entries(checks).map(([name, check]) => limited(name, check(config)));
  const first = doubts.length > 0 ? doubts : [ok(`${settings.length} settings are valid`)];
  return [...first, ...(await Promise.all(results)).flat()];
}

/** Returns the findings of a check, or one that says why there are none. */
async function limited(name: string, running: ReturnType<Check>): ReturnType<Check> {
  const { wrong } = findingsOf(name);
  const ended = new AbortController();
  const late = pause(patience, [wrong(`The check did not end within ${patience / 1_000} s.`)], {
    signal: ended.signal,
  }).catch(() => []);
  try {
    return await Promise.race([running.catch((error: unknown) => [wrong(failureText(error))]), late]);
  } finally {
    ended.abort();
  }
}
