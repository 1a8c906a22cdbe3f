import type { RouterHandler } from "@repute/adapter-express";
import type { AccountId, Domain } from "@repute/domain";
import type { Express } from "express";

/** Exports of the JavaScript examples, as types for the tests. */
export type DomainAlone = { main(print: (line: string) => void): Promise<void> };
export type RulesAlone = { main(print: (line: string) => void): void };
export type SmallestHost = { createHost(): Promise<{ app: Express; token: string }> };
export type SessionHost = {
  createHost(
    checkPassword: (name: string, password: string) => string | undefined,
    report: (error: unknown, requestId: string) => void,
  ): Promise<{ app: Express; domain: Domain; account: { id: AccountId } }>;
};
export type Mounted = {
  createHost(reputation: RouterHandler): Express;
  createReputation(watch: {
    report(error: unknown, requestId: string): void;
    log(record: object): void;
  }): Promise<{ domain: Domain; account: { id: AccountId }; router: RouterHandler }>;
};

/** Loads an example by the name of its file. */
export const loadExample = <Example>(file: string): Promise<Example> => import(`../${file}`) as Promise<Example>;
