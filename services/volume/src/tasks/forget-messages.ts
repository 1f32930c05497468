import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { Db } from '../db/db.ts'
import { removeOldMessages } from '../db/messages.ts'

const hourMs = 3_600_000

/** Periodically removes expired user messages. */
export const forgettingMessages = ({
  db,
  clock,
  log,
}: {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}): Reconciler =>
  reconciler({
    name: 'forget messages',
    everyMs: hourMs,
    clock,
    log,
    run: () => removeOldMessages(db, timestamp(clock)),
  })
