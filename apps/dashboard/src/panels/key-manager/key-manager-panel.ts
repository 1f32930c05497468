import { keyManagerApi } from '@nimbo/contracts/key-manager/api'
import { textAt } from '../../panel/item.ts'
import { type Panel, panel } from '../../panel/panel.ts'
import { itemsUnder } from '../../panel/reply-items.ts'

interface Declared extends Omit<Panel, 'api' | 'list'> {
  readonly list: Omit<Panel['list'], 'items' | 'query'>
  /** The key of the reply under which the items are. */
  readonly items: string
  /** The attribute that says where an item is: this API knows no other id. */
  readonly reference: string
}

/** As many as one reply of the service has at most. */
const most = '100'

/** A panel of the key manager. Its items are known by the end of the address that they say they have. */
export const keyManagerPanel = ({ items, reference, list, ...declared }: Declared): Panel =>
  panel({
    ...declared,
    api: keyManagerApi,
    list: {
      ...list,
      query: { limit: most, sort: 'created:desc' },
      items: (reply) =>
        itemsUnder(items)(reply).map((item) => ({
          id: textAt(item, reference).split('/').at(-1) ?? '',
          ...item,
        })),
    },
  })
