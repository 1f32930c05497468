import { keyManagerApi } from '@nimbo/contracts/key-manager/api'
import { textAt } from '../../panel/item.ts'
import { type Panel, panel } from '../../panel/panel.ts'

interface Declared extends Omit<Panel, 'api' | 'list'> {
  readonly list: Omit<Panel['list'], 'complete' | 'query'>
  /** The attribute with the URL of an item, which ends with its id. This API has no other id. */
  readonly reference: string
}

/** The largest page of the service; further ones are read, too. */
const most = '100'

/** A panel of the key manager. The id of an item is the last part of its URL. */
export const keyManagerPanel = ({ reference, list, ...declared }: Declared): Panel =>
  panel({
    ...declared,
    api: keyManagerApi,
    list: {
      ...list,
      query: { limit: most, sort: 'created:desc' },
      complete: (item) => ({ id: textAt(item, reference).split('/').at(-1) ?? '', ...item }),
    },
  })
