import { networkApi } from '@nimbo/contracts/network/api'
import { port, portOperations } from '@nimbo/contracts/network/port'
import type { Column } from '../../panel/column.ts'
import type { Field } from '../../panel/form-spec.ts'
import { isItem, type Item, textAt } from '../../panel/item.ts'
import { type Panel, panel, type TabSpec } from '../../panel/panel.ts'
import { itemsIn } from '../../panel/reply-items.ts'
import type { Values } from '../../panel/values.ts'

interface Declared {
  readonly id: string
  /** The attribute of the port: a list that is replaced as a whole. */
  readonly attribute: string
  /** The properties that together identify an entry. */
  readonly columns: readonly Column[]
  readonly fields: readonly Field[]
}

/** A panel that shows a list attribute of a port, one item per entry. */
export const portPartPanel = ({ id, attribute, columns, fields }: Declared): Panel => {
  const names = columns.map(({ name }) => name)
  const partsIn = (reply: unknown): readonly Item[] => {
    const whole = isItem(reply) && isItem(reply.port) ? reply.port : {}
    const parts = itemsIn(whole[attribute])
    return parts.map((part) => ({
      ...part,
      id: names.map((name) => textAt(part, name)).join(' '),
      port_id: whole.id,
      others: parts.filter((other) => other !== part),
    }))
  }
  const given = (values: Values): Values => Object.fromEntries(fields.map(({ name }) => [name, values[name]]))
  return panel({
    id,
    api: networkApi,
    kind: port.name,
    list: { operation: portOperations.show, items: partsIn },
    columns,
    create: {
      operation: portOperations.update,
      fields,
      body: (values) => ({ port: { [attribute]: [...itemsIn(values[attribute]), given(values)] } }),
    },
    actions: [
      {
        // No batch action: each request replaces the whole list, so concurrent ones would undo each other.
        ...{ id: 'remove', operation: portOperations.update, asks: true },
        path: ({ port_id }) => ({ port_id }),
        body: ({ others }) => ({ port: { [attribute]: others } }),
      },
    ],
  })
}

/** The tab of a port that shows a panel of {@link portPartPanel}. */
export const portPartTab = (panelId: string, attribute: string): TabSpec => ({
  id: panelId,
  panel: panelId,
  within: (whole) => ({ path: { port_id: whole.id }, initial: { [attribute]: whole[attribute] } }),
})
