import { activeFlow } from '@nimbo/durable/flow-history'
import { cancelFlow } from '@nimbo/durable/flow-inbox'
import { type Park, retryIn } from '@nimbo/durable/park'
import type { Clock } from '@nimbo/kernel/clock'
import type { Db } from '../db/db.ts'

const lookAgainMs = 500

/** Cancels the running flows of these names on a subject, and waits until they have rolled back. */
export const endWork = async (
  db: Db,
  clock: Clock,
  names: readonly string[],
  subject: string,
  reason: string,
): Promise<Park | undefined> => {
  for (const name of names) {
    const ref = { name, subject }
    if ((await activeFlow(db, ref)) === undefined) continue
    await cancelFlow(db, clock, ref, reason)
    return retryIn(lookAgainMs)
  }
  return undefined
}
