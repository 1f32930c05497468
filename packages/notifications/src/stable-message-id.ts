import { createHash } from 'node:crypto'

/**
 * A message id derived from facts: the same facts always give the same id, by which listeners recognise a notification that is
 * sent again.
 */
export const stableMessageId = (...facts: readonly string[]): string => {
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  const cuts = [0, 8, 12, 16, 20, 32]
  return cuts
    .slice(1)
    .map((end, index) => digest.slice(cuts[index], end))
    .join('-')
}
