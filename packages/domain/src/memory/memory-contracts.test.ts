import { clockContract } from "../testing/clock.contract.js";
import { inviteSenderContract } from "../testing/invite-sender.contract.js";
import { memoryInviteSender } from "./memory-invite-sender.js";
import { stillClock } from "./memory-ports.js";

clockContract("stillClock", stillClock);

inviteSenderContract("memoryInviteSender", async () => {
  const sender = memoryInviteSender();
  return { sender, pending: sender.pending };
});
