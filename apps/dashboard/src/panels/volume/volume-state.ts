import type { Hindrance } from '../../panel/action-spec.ts'
import { isItem, type Item, textAt } from '../../panel/item.ts'

/** The servers that have a volume. */
export const attachedServers = ({ attachments }: Item): readonly string[] =>
  Array.isArray(attachments) ? attachments.filter(isItem).map((one) => textAt(one, 'server_id')) : []

/** Why something cannot be done: it is in none of these states. */
export const unlessIn =
  (...states: readonly string[]) =>
  (item: Item): Hindrance | undefined => {
    const state = textAt(item, 'status')
    return states.includes(state) ? undefined : { why: 'state', values: { state } }
  }
