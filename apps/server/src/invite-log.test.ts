import { expect, it } from "@jest/globals";
import { account, anInvite } from "@repute/domain/testing";
import { inviteLog } from "./invite-log.js";

it("tells how many invites wait, and nothing of whom they are for", async () => {
  const lines: string[] = [];
  const { schedule } = inviteLog((line) => lines.push(line));
  await schedule(account(7), [anInvite(), anInvite()]);
  await schedule(account(7), []);
  expect(lines).toEqual(["2 invites scheduled for account 7 (no invite sender is configured)"]);
});
