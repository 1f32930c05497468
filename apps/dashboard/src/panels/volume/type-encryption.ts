import { listEncryption } from '@nimbo/contracts/volume/encryption'
import { column } from '../../panel/column.ts'
import { isItem } from '../../panel/item.ts'
import { volumePanel } from './volume-panel.ts'

/** The encryption of a volume type; none if its volumes are not encrypted. */
export const typeEncryption = volumePanel({
  id: 'type-encryption',
  key: 'encryption_id',
  list: {
    operation: listEncryption,
    items: (reply) => (isItem(reply) && reply.encryption_id !== undefined ? [reply] : []),
  },
  columns: [
    column('provider'),
    column('cipher', { look: 'code' }),
    column('key_size'),
    column('control_location'),
    column('created_at', { look: 'date' }),
  ],
})
