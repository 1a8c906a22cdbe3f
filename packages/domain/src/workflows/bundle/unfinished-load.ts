import { conflict, isDomainError, unavailable } from "../../foundation/kernel/domain-error.js";

const help = 'if this happens again, remove the rest of it with "repute load --discard"';

const reasonOf = (cause: unknown): string => (isDomainError(cause) ? ` (${cause.message})` : "");

/** Returns the error for an accepted load that was interrupted while it was being stored. */
export const unfinishedLoad = (cause: unknown) =>
  unavailable(
    "load_unfinished",
    `the bundle was accepted, but storing it was interrupted${reasonOf(cause)}; the server completes it when it starts and every hour, and the next load completes it too; ${help}`,
    cause,
  );

/** Returns the error for an operation that must wait until an earlier load of the account is completed. */
export const earlierUnfinishedLoad = (cause: unknown) =>
  unavailable(
    "load_unfinished",
    `an earlier load of the account could not be completed${reasonOf(cause)}; try again; ${help}`,
    cause,
  );

/** Error of a load that an operator discarded while it was being stored. */
export const discardedLoad = () =>
  conflict("load_discarded", "an operator discarded the rest of this load; load the bundle again");
