import { activeNames } from '@nimbo/durable/flow-history'
import { cancelFlow } from '@nimbo/durable/flow-inbox'
import { type Park, retryIn } from '@nimbo/durable/park'
import type { Clock } from '@nimbo/kernel/clock'
import type { Db } from '../db/db.ts'

const lookAgainMs = 500

/**
 * Cancels the running flows of these names on a subject, and waits until they have rolled back. Does not cancel flows named in
 * `awaited`, but waits until they have ended.
 */
export const endWork = async (
  db: Db,
  clock: Clock,
  names: readonly string[],
  subject: string,
  reason: string,
  awaited: readonly string[] = [],
): Promise<Park | undefined> => {
  const active = await activeNames(db, [...names, ...awaited], subject)
  if (active.size === 0) return undefined
  const name = names.find((one) => active.has(one))
  if (name === undefined) return retryIn(lookAgainMs)
  await cancelFlow(db, clock, { name, subject }, reason)
  return retryIn(lookAgainMs)
}
