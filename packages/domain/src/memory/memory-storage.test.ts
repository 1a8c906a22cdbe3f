import { storageContract } from "../testing/storage.contract.js";
import { memoryStorage } from "./memory-storage.js";

storageContract("memoryStorage", async (clock) => ({ storage: memoryStorage(clock) }));
