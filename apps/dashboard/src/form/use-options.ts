import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { readItems } from '../api/items.ts'
import { useArea } from '../panel/area-context.ts'
import type { Field } from '../panel/form-spec.ts'
import { type Item, textAt } from '../panel/item.ts'
import { keyOf, labelOf, type Panel } from '../panel/panel.ts'
import { useSession } from '../session/session-context.ts'
import { usePanel } from '../panel/panels-context.ts'

export interface Option {
  readonly value: string
  readonly label: string
  readonly item: Item
}

const optionOf =
  (panel: Panel, send: string | undefined) =>
  (item: Item): Option => {
    const name = labelOf(panel, item)
    const hint = ['cidr', 'floating_ip_address'].map((each) => textAt(item, each)).find(Boolean)
    return {
      value: send === undefined ? keyOf(panel, item) : textAt(item, send),
      label: hint === undefined || hint === name ? name : `${name} (${hint})`,
      item,
    }
  }

/** The options of a reference field: the list of the panel it refers to. */
export const useOptions = ({ to, narrow, send }: Pick<Field, 'to' | 'narrow' | 'send'>) => {
  const found = usePanel(to, useArea())
  const session = useSession()
  const within = found?.panel.within?.(session)
  return useQuery({
    queryKey: [found?.panel.kind ?? to, 'options', to, within, narrow, send],
    queryFn: async (): Promise<readonly Option[]> => {
      if (found === undefined) return []
      const items = await readItems(clientOf(found.panel.api), found.panel, {
        ...within,
        query: { ...within?.query, ...narrow },
      })
      return items.map(optionOf(found.panel, send))
    },
    enabled: found !== undefined,
  })
}
