import { fileURLToPath } from "node:url";
import LightRunner from "jest-light-runner/child-process";

const inTest = (file) => fileURLToPath(new URL(file, import.meta.url));
const options = `--max-semi-space-size=64 -C @repute/source -r ${inTest("from-sources.cjs")} -r ${inTest("light-process.cjs")}`;

const minutes = process.env.TORTURE ? 180 : 10;

/**
 * Runs suites in processes that load each source only once.
 * Jest's own runner would load each source again for every suite.
 */
export default class extends LightRunner {
  constructor(globalConfig, ...args) {
    super(globalConfig, ...args);
    this._runtime = "child_process"; // By default, a single worker would run in Jest's process.
    this._testRunners = new Pools(globalConfig);
  }

  /** Reports a suite that hangs. Its process ends after all suites. */
  async _runTest(test) {
    let limit;
    const late = new Promise((_, reject) => {
      limit = setTimeout(() => reject(new Error(`ran for more than ${minutes} minutes`)), minutes * 60_000);
    });
    try {
      return await Promise.race([super._runTest(this._asOfOneProject(test)), late]);
    } finally {
      clearTimeout(limit);
    }
  }

  /**
   * Assigns all suites to one project so that projects share processes.
   * Project settings have no effect in a process.
   */
  _asOfOneProject(test) {
    this._project ??= test.context.config;
    return { ...test, context: { ...test.context, config: this._project } };
  }

  async runTests(tests, ...args) {
    // The light runner would start all processes for a single suite.
    const { maxWorkers } = this._globalConfig;
    this._globalConfig = { ...this._globalConfig, maxWorkers: Math.min(maxWorkers, tests.length) };
    const before = process.env.NODE_OPTIONS ?? "";
    Object.assign(process.env, { NODE_OPTIONS: `${before} ${options}`, REPUTE_NODE_OPTIONS: before });
    try {
      await super.runTests(longestFirst(tests), ...args);
    } finally {
      process.env.NODE_OPTIONS = before;
    }
  }
}

/** Starts long suites before the others, so that none of them runs alone at the end. Jest keeps its order in each part. */
const longestFirst = (tests) => [...tests].sort((one, other) => Number(isLong(other)) - Number(isLong(one)));

const isLong = ({ path }) => /\.(long|browser)\.test\.ts$|storage\.contract/.test(path);

/** Worker pools by project. Each process requests its configuration when it is ready. */
class Pools extends Map {
  constructor(globalConfig) {
    super();
    this.globalConfig = globalConfig;
  }

  /**
   * Sends the configuration only to the process that requests it.
   * The light runner would send it to all processes at once, and a process that is not listening yet would hang.
   */
  set(projectConfig, { pool }) {
    const workerData = { globalConfig: this.globalConfig, projectConfig, runtime: "child_process" };
    return super.set(projectConfig, { pool, run: ({ path }) => pool.run(path, { channel: channelOf(workerData) }) });
  }
}

function channelOf(workerData) {
  let tell;
  return {
    onMessage: (listener) => void (tell = listener),
    postMessage(message) {
      if (message === "jest-light-runner-get-worker-data") tell({ type: "jest-light-runner-worker-data", workerData });
    },
  };
}
