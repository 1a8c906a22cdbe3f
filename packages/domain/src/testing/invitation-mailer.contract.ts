import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Instant } from "../kernel/instant.js";
import type { InvitationMail, InvitationMailer } from "../users/invitation-mailer.js";

/** What of a message can be told from what arrived. */
export type ArrivedMail = { readonly to: string; readonly text: string };

/** A mailer, what arrived of what it sent, and ways to make what is behind it fail. */
export type OpenMailer = {
  readonly mailer: InvitationMailer;
  arrived(): Promise<readonly ArrivedMail[]>;
  /** From now on nothing gets through. */
  takeAway(): Promise<void>;
  /** From now on every message is refused. */
  refuse(): Promise<void>;
  close?(): Promise<void>;
};

/** An invitation as it is mailed. */
export const anInvitationMail = (overrides: Partial<InvitationMail> = {}): InvitationMail => ({
  to: { name: "Ada Quill", email: "ada@example.com" },
  practice: "Juniper Ridge Dental",
  link: `https://repute.example.com/invitation/${"x".repeat(43)}`,
  endsAt: Date.parse("2026-06-08T12:00:00Z") as Instant,
  ...overrides,
});

/** What any InvitationMailer must do. Each adapter's test file calls this once. */
export function invitationMailerContract(name: string, fresh: () => Promise<OpenMailer>): void {
  describe(`${name} keeps the InvitationMailer contract: an invitation`, () => {
    let open: OpenMailer;
    beforeEach(async () => {
      open = await fresh();
    });
    afterEach(async () => open.close?.());

    const said = (error: unknown) => JSON.stringify([error, String(error), String((error as Error).cause)]);
    const secret = /ada|quill|xxxx|Juniper/i;

    it("arrives once, at its address, with the practice's name and the link", async () => {
      await open.mailer.send(anInvitationMail());
      await open.mailer.send(anInvitationMail({ to: { name: 'Zoë, "Z" <b@c.d>', email: "z@example.com" } }));
      const [first, second, ...others] = await open.arrived();
      expect([first?.to, second?.to, others]).toEqual(["ada@example.com", "z@example.com", []]);
      expect(first?.text).toContain(anInvitationMail().link);
      expect(first?.text).toContain("Juniper Ridge Dental");
    });

    it("is mail_unavailable where nothing gets through, and says nothing of whose it is", async () => {
      await open.takeAway();
      const error: unknown = await open.mailer.send(anInvitationMail()).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: "unavailable", code: "mail_unavailable" });
      expect(said(error)).not.toMatch(secret);
    });

    it("is mail_refused where it is not taken, and says nothing of whose it is", async () => {
      await open.refuse();
      const error: unknown = await open.mailer.send(anInvitationMail()).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: "unprocessable", code: "mail_refused" });
      expect(said(error)).not.toMatch(secret);
      expect(await open.arrived()).toEqual([]);
    });
  });
}
