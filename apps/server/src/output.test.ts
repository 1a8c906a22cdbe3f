import { describe, expect, it } from "@jest/globals";
import { table } from "./output.js";

describe("table", () => {
  it("makes each column as wide as its widest cell", () => {
    expect(
      table(
        ["id", "name"],
        [
          [1, "short"],
          [100, "a longer one"],
        ],
      ),
    ).toBe(["id   name", "1    short", "100  a longer one"].join("\n"));
  });

  it("shows its headings when there are no rows", () => {
    expect(table(["id", "name"], [])).toBe("id  name");
  });

  it("prints no control characters", () => {
    expect(table(["name"], [["\u001b[31mred\nline\u009b"]])).toBe("name\n [31mred line");
  });
});
