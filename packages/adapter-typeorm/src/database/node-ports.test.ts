import { clockContract, secretsContract } from "@repute/domain/testing";
import { nodeSecrets } from "./node-secrets.js";
import { systemClock } from "./system-clock.js";

secretsContract("nodeSecrets", () => nodeSecrets);
clockContract("systemClock", () => systemClock);
