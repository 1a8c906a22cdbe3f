import { describe, expect, it } from "@jest/globals";
import { readPassword } from "./password.js";

const email = "Zoe.Mueller@Example.com";
const read = (password: string, passwordAgain = password) => readPassword({ password, passwordAgain }, email);
const faultOf = (password: string | undefined, passwordAgain = password): unknown => {
  try {
    readPassword({ password, passwordAgain }, email);
    return undefined;
  } catch (error) {
    return error;
  }
};
const wrong = (parameter: string, message: string) => ({
  kind: "invalid",
  code: "invalid_password",
  problems: [{ parameter, message }],
});

describe("a password", () => {
  it("may consist of any 12 to 256 characters", () => {
    const common = [
      "a".repeat(12),
      "a".repeat(256),
      "   spaces   ",
      "漢".repeat(12),
      "🐎".repeat(12),
      "Tr0ub4dor&3 <b>",
    ];
    for (const password of common) expect(read(password)).toBe(password);
  });

  it.each([
    [undefined, "enter a password"],
    ["", "enter a password"],
    ["a".repeat(11), "the password must have at least 12 characters"],
    ["🐎".repeat(11), "the password must have at least 12 characters"],
    ["e\u0301".repeat(11), "the password must have at least 12 characters"],
    ["a".repeat(257), "the password must have at most 256 characters"],
    ["\0".repeat(1_000_000), "the password must have at most 256 characters"],
    [`${"a".repeat(12)}\t`, "the password must not contain control characters"],
    [`${"a".repeat(12)}\ud83d`, "the password must not contain control characters"],
  ])("is rejected: %j", (password, message) => {
    expect(faultOf(password)).toMatchObject(wrong("password", message));
  });

  it("must not be the email address or the part before the @, ignoring case", () => {
    const message = "the password must not be your email address, or the part before the @ sign";
    for (const password of [email, email.toUpperCase(), "zoe.mueller@example.com"]) {
      expect(faultOf(password)).toMatchObject(wrong("password", message));
    }
    const [local, address] = ["a-long-local-part", "a-long-local-part@example.com"];
    expect(() => readPassword({ password: local, passwordAgain: local }, address)).toThrow(message);
    const more = `${local}!`;
    expect(readPassword({ password: more, passwordAgain: more }, address)).toBe(more);
  });

  it("is the same for composed and decomposed letters", () => {
    expect(read("cafe\u0301 au lait")).toBe("caf\u00e9 au lait");
    expect(read("ﬁne ﬁligree x")).toBe("ﬁne ﬁligree x");
  });

  it("must be entered twice", () => {
    const good = "correct horse staple";
    expect(faultOf(good, "")).toMatchObject(wrong("password_again", "enter the password again"));
    expect(faultOf(good, `${good} `)).toMatchObject(wrong("password_again", "the two passwords do not match"));
  });
});
