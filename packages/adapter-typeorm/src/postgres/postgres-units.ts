import { setTimeout } from "node:timers/promises";
import type { Nesting } from "../concurrency/nesting.js";
import type { Pool } from "../concurrency/pool.js";
import { serialQueueByKey } from "../concurrency/serial-queue-by-key.js";
import type { WritesFirst } from "../concurrency/writes-first.js";
import type { Availability } from "../database/availability.js";
import type { Session, Subject, Write } from "../engine/session.js";
import type { PostgresConnection } from "./connect.js";
import { besideUnit, isAwaited, transaction, unitOfWork } from "./transaction.js";

type UnitOptions = {
  readonly patience: number;
  readonly units: Nesting;
  readonly availability: Availability;
  readonly writes: WritesFirst;
};

/** Duration above which a unit of work counts as long, in milliseconds. After a long unit, other processes go first. */
const longUnit = 50;

/** Maximum delay after a long unit of work, in milliseconds. */
const maxRest = 1_000;

/**
 * Runs units of work on pooled connections.
 * Units on the same subject first wait in this process, so that they use at most one connection.
 * The next unit then waits at the server for the lock, together with one unit of each other process.
 * If other processes waited during a long unit, the next unit is delayed by half the duration of the long unit.
 * Without this delay, only one short unit of another process would run between the parts of a large load.
 */
export function postgresUnits(
  connections: Pool<PostgresConnection>,
  { patience, units, availability, writes }: UnitOptions,
) {
  const enqueue = serialQueueByKey<Subject>();
  const running = new Set<Promise<unknown>>();

  /** Returns the session of a unit of work. The session's `withSecond` method uses a second connection if one is free. */
  const sessionOf = ({ session }: PostgresConnection, subject: Subject): Session => ({
    ...session,
    async withSecond(work) {
      const second = await connections.takeFree();
      if (!second) return work(undefined);
      try {
        return await transaction(second, besideUnit(subject, patience), () => work(second.session));
      } finally {
        await connections.give(second);
      }
    },
  });

  /** Delays the next unit of work that this process runs on an account. `time` is in milliseconds. */
  const letOthersIn = (subject: Subject, time: number) => void enqueue(subject, () => setTimeout(time));

  const write: Write = async (subject, work) => {
    if (units.isInside()) throw new Error("Units of work cannot be nested: the inner one would wait for the outer one");
    availability.requireOpen();
    const unit = writes.write(() =>
      enqueue(subject, async () => {
        await availability.requireUpToDate();
        const connection = await connections.take();
        try {
          const session = sessionOf(connection, subject);
          return await units.run(() =>
            transaction(connection, unitOfWork(subject, patience), async () => {
              const began = performance.now();
              const result = await work(session);
              const held = performance.now() - began;
              if (held >= longUnit && (await isAwaited(session, subject)))
                letOthersIn(subject, Math.min(held / 2, maxRest));
              return result;
            }),
          );
        } finally {
          await connections.give(connection);
        }
      }),
    );
    running.add(unit);
    return unit.finally(() => running.delete(unit));
  };

  return {
    write,
    /** Waits until all submitted units of work have ended. */
    async drain(): Promise<void> {
      await Promise.allSettled(running);
    },
  };
}
