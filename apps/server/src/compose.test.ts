import { expect, it } from "@jest/globals";
import { account, anInvite } from "@repute/domain/testing";
import { inviteLog } from "./compose.js";

it("the invite log contains the number of waiting invites without their recipients", async () => {
  const lines: string[] = [];
  const { schedule } = inviteLog((line) => lines.push(line));
  await schedule(account(7), [anInvite(), anInvite()]);
  await schedule(account(7), []);
  expect(lines).toEqual(["2 invites scheduled for account 7 (no invite sender is configured)"]);
});
