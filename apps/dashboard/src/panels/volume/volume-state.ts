import type { StateRefusal } from '../../panel/action-spec.ts'
import { isItem, type Item, textAt } from '../../panel/item.ts'

/** The ids of the servers that a volume is attached to. */
export const attachedServers = ({ attachments }: Item): readonly string[] =>
  Array.isArray(attachments) ? attachments.filter(isItem).map((one) => textAt(one, 'server_id')) : []

/** Disables an action unless the status is one of these. */
export const unlessIn =
  (...states: readonly string[]) =>
  (item: Item): StateRefusal | undefined => {
    const state = textAt(item, 'status')
    return states.includes(state) ? undefined : { why: 'state', values: { state } }
  }
