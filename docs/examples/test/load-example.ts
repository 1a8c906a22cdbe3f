import type { AccountId, Domain } from "@repute/domain";
import type { Express, IRouter } from "express";

/** Exports of the JavaScript examples, as types for the tests. */
export type DomainAlone = { main(print: (line: string) => void): Promise<void> };
export type SmallestHost = { createHost(): Promise<{ app: Express; token: string }> };
export type Mounted = {
  createHost(reputation: IRouter): Express;
  createReputation(watch: {
    report(error: unknown, requestId: string): void;
    log(record: object): void;
  }): Promise<{ domain: Domain; account: { id: AccountId }; router: IRouter }>;
};

/** Loads an example by the name of its file. */
export const loadExample = <Example>(file: string): Promise<Example> => import(`../${file}`) as Promise<Example>;
