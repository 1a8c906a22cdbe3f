import { describe, expect, it } from "@jest/globals";
import { firstNameShown } from "./first-name.js";

describe("the displayed first name", () => {
  it.each([
    ["Bo Tran", "Bo"],
    ["  Bo \t Tran ", "Bo"],
    ["Bo", "Bo"],
    ["Tran, Bo", "Bo"],
    ["Tran, Bo Quang", "Bo"],
    ["Bo Tran, Jr.", "Bo"],
    ["Tran, Bo, MD", "Bo"],
    ["Tran,", ""],
    ["李 小龍", "小龍"],
    ["王小明", "小明"],
    ["王明", "明"],
    ["欧阳修", "修"],
    ["歐陽小明", "小明"],
    ["山田太郎", "太郎"],
    ["山田\u3000太郎", "太郎"],
    ["佐々木 希", "希"],
    ["高橋みなみ", "みなみ"],
    ["さくら", "さくら"],
    ["やまだはなこ", ""],
    ["김민준", "민준"],
    ["남궁민수", "민수"],
    ["김 민준", "민준"],
    ["\u1100\u1175\u11b7\u1106\u1175\u11ab\u110c\u116e\u11ab", "민준"],
    ["王小明 (Ming)", "小明"],
    ["Ming 王", "Ming"],
    ["李", "李"],
    ["ジョン・スミス", "ジョン"],
    ["约翰\u00b7史密斯", "约翰"],
    ["Gal\u00b7la Sol", "Gal\u00b7la"],
    ["", ""],
    [" ", ""],
  ])("of %j is %j", (name, first) => expect(firstNameShown(name)).toBe(first));
});
