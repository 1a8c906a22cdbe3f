import { describe, expect, it } from "@jest/globals";
import { aRound, someMeasured } from "../../test/some-measured.js";
import { figuresOf } from "./figures.js";
import type { Measured } from "./measured.js";

const figure = (key: string, measured: Measured = someMeasured()) => figuresOf(measured).find((one) => one.key === key);
const values = (key: string, measured?: Measured) => figure(key, measured)?.values;

describe("figures", () => {
  it("are speeds relative to the limit and to the naive way, round by round", () => {
    const slower = aRound({ whole: { firstByte: 6, milliseconds: 200, bytes: 1 } });
    const measured = someMeasured({ rounds: [aRound(), slower] });
    expect(values("list_x_limit", measured)).toEqual([0.5, 0.25]);
    expect(values("list_first_byte", measured)).toEqual([4, 6]);
    expect(values("list_x_naive")).toEqual([50]);
  });

  it("compare with the naive way on the rows that it was asked for", () => {
    const round = aRound({ same: { firstByte: 4, milliseconds: 25, bytes: 1 } });
    const measured = someMeasured({ rounds: [round], naiveRows: 5_000 });
    expect(values("list_x_naive", measured)).toEqual([200]);
    expect(figure("list_x_naive", measured)?.label).toContain("5,000 rows");
  });

  it("relate the time a row of the whole list to that of a tenth of it", () => {
    expect(values("time_a_row")).toEqual([1]);
    const slow = aRound({ whole: { firstByte: 4, milliseconds: 300, bytes: 1 } });
    expect(values("time_a_row", someMeasured({ rounds: [slow] }))).toEqual([3]);
  });

  it("relate lists and loads a second to those of others", () => {
    expect(values("hundred_rows_x_naive")).toEqual([8]);
    expect(values("load_x_insert")).toEqual([0.2]);
    expect(values("random_load_x_insert")).toEqual([0.1]);
  });

  it("relate tokens for assertions to bare commits", () => {
    expect(values("exchanges_x_bare")).toEqual([0.6]);
    expect(figure("exchanges_x_bare")?.target).toEqual({ least: 0.5 });
  });

  it("judge memory and its growth only where it is known", () => {
    expect(values("list_peak_memory")).toEqual([110]);
    expect(values("list_memory_growth")).toEqual([10]);
    const { memory: _, ...unknown } = someMeasured();
    expect(figure("list_peak_memory", unknown)).toBeUndefined();
  });

  it("relate lists on PostgreSQL to psql and to the naive way there", () => {
    expect(values("postgres_list_x_copy")).toEqual([0.75]);
    expect(values("postgres_adapter_x_copy")).toEqual([0.9]);
    expect(values("postgres_list_x_naive")).toEqual([10]);
  });

  it("say nothing of PostgreSQL where it was not measured", () => {
    const { postgres: _, ...round } = aRound();
    const keys = figuresOf(someMeasured({ rounds: [round] })).map(({ key }) => key);
    expect(keys.filter((key) => key.startsWith("postgres"))).toEqual([]);
  });

  it("ask more where Node's http stood in for nginx, which is slower", () => {
    expect(figure("list_x_limit")?.target).toEqual({ least: 0.25 });
    expect(figure("list_x_limit", someMeasured({ limit: "Node's http" }))?.target).toEqual({ least: 0.31 });
  });

  it("have keys of their own, and no target for what others do", () => {
    const keys = figuresOf(someMeasured()).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const judged = figuresOf(someMeasured()).filter(({ target }) => target);
    expect(judged.filter(({ key }) => key.startsWith("naive") || key.startsWith("limit"))).toEqual([]);
  });
});
