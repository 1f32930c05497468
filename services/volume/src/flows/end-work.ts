import { activeNames } from '@nimbo/durable/flow-history'
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
  const active = await activeNames(db, names, subject)
  const name = names.find((one) => active.has(one))
  if (name === undefined) return undefined
  await cancelFlow(db, clock, { name, subject }, reason)
  return retryIn(lookAgainMs)
}
