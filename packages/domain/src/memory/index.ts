export { memoryPorts, predictableSecrets, stillClock } from "./memory-ports.js";
export { memoryStorage } from "./memory-storage.js";
