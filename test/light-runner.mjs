import { fileURLToPath } from "node:url";
import LightRunner from "jest-light-runner/child-process";

const inTest = (file) => fileURLToPath(new URL(file, import.meta.url));
const options = `--max-semi-space-size=64 -C @repute/source -r ${inTest("from-sources.cjs")} -r ${inTest("light-process.cjs")}`;

const minutes = process.env.TORTURE ? 180 : 10;

/** Runs suites in processes that load each source once for all of them: Jest's own runner loads it again for each suite. */
export default class extends LightRunner {
  constructor(globalConfig, ...given) {
    super(globalConfig, ...given);
    this._runtime = "child_process"; // with one worker, too, where it would be the process of Jest itself
    this._testRunners = new Pools(globalConfig);
  }

  /** A suite that hangs is told of; its process goes when all are through. */
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

  /** Otherwise each project would have processes of its own; projects differ in nothing that a process goes by. */
  _asOfOneProject(test) {
    this._project ??= test.context.config;
    return { ...test, context: { ...test.context, config: this._project } };
  }

  async runTests(...given) {
    const before = process.env.NODE_OPTIONS ?? "";
    Object.assign(process.env, { NODE_OPTIONS: `${before} ${options}`, REPUTE_NODE_OPTIONS: before });
    try {
      await super.runTests(...given);
    } finally {
      process.env.NODE_OPTIONS = before;
    }
  }
}

/** Pools by project, in which a process that asks for its configuration is told it, whenever that is. */
class Pools extends Map {
  constructor(globalConfig) {
    super();
    this.globalConfig = globalConfig;
  }

  /** The light runner tells all processes as soon as one asks: another that does not listen yet would wait for ever. */
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
