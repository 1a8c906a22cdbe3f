import type { Instant } from "../foundation/kernel/instant.js";
import type { InvitationMail, InvitationMailer } from "../subjects/users/invitation-mailer.js";
import { afterEach, beforeEach, describe, expect, it } from "./runner.js";

/** Received email. */
export type ArrivedMail = { readonly to: string; readonly text: string };

/** Mailer with a mail server that the test controls. `arrived` returns the received emails. */
export type OpenMailer = {
  readonly mailer: InvitationMailer;
  arrived(): Promise<readonly ArrivedMail[]>;
  /** Makes the mail server unreachable. */
  shutDown(): Promise<void>;
  /** Makes the mail server reject every message. */
  refuse(): Promise<void>;
  close?(): Promise<void>;
};

export const anInvitationMail = (overrides: Partial<InvitationMail> = {}): InvitationMail => ({
  to: { name: "Ada Quill", email: "ada@example.com" },
  practice: "Juniper Ridge Dental",
  link: `https://repute.example.com/invitation/${"x".repeat(43)}`,
  endsAt: Date.parse("2026-06-08T12:00:00Z") as Instant,
  ...overrides,
});

/** Tests that every implementation of `InvitationMailer` must pass. Call this function once per adapter. */
export function invitationMailerContract(name: string, fresh: () => Promise<OpenMailer>): void {
  describe(`an invitation through ${name}`, () => {
    let open: OpenMailer;
    beforeEach(async () => {
      open = await fresh();
    });
    afterEach(async () => open.close?.());

    const errorText = (error: unknown) => JSON.stringify([error, String(error), String((error as Error).cause)]);
    const secret = /ada|quill|xxxx|Juniper/i;

    it("arrives once, at its address, with the practice's name and the link", async () => {
      await open.mailer.send(anInvitationMail());
      await open.mailer.send(anInvitationMail({ to: { name: 'Zoë, "Z" <b@c.d>', email: "z@example.com" } }));
      const [first, second, ...others] = await open.arrived();
      expect([first?.to, second?.to, others]).toEqual(["ada@example.com", "z@example.com", []]);
      expect(first?.text).toContain(anInvitationMail().link);
      expect(first?.text).toContain("Juniper Ridge Dental");
    });

    it("fails with mail_unavailable if the backend is unreachable, without naming the recipient", async () => {
      await open.shutDown();
      const error: unknown = await open.mailer.send(anInvitationMail()).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: "unavailable", code: "mail_unavailable" });
      expect(errorText(error)).not.toMatch(secret);
    });

    it("fails with mail_refused if it is rejected, without naming the recipient", async () => {
      await open.refuse();
      const error: unknown = await open.mailer.send(anInvitationMail()).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: "unprocessable", code: "mail_refused" });
      expect(errorText(error)).not.toMatch(secret);
      expect(await open.arrived()).toEqual([]);
    });
  });
}
