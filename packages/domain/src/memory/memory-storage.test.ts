import type { AccountId } from "../foundation/kernel/ids.js";
import { erasureContract } from "../testing/erasure.contract.js";
import { storageContract } from "../testing/storage.contract.js";
import type { AccountState } from "./account-state.js";
import { memoryStorage } from "./memory-storage.js";

storageContract("memoryStorage", async (clock) => ({ storage: memoryStorage(clock) }));

erasureContract("memory", async (clock) => {
  const states = new Map<AccountId, AccountState>();
  return { storage: memoryStorage(clock, states), dump: async () => JSON.stringify([...states], entries) };
});

/** Serializes maps as arrays of entries. */
const entries = (_: string, value: unknown): unknown =>
  value instanceof Map ? [...(value as Map<unknown, unknown>)] : value;
