import { imageApi } from '@nimbo/contracts/image/api'
import { deleteProperty, listProperties } from '@nimbo/contracts/image/metadefs/properties'
import { column } from '../../panel/column.ts'
import { isItem } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'

/** The properties of a metadata definition namespace. */
export const metadataProperties = panel({
  id: 'metadata-properties',
  api: imageApi,
  key: 'name',
  list: {
    operation: listProperties,
    items: (reply) =>
      isItem(reply) && isItem(reply.properties)
        ? Object.entries(reply.properties).map(([name, one]) => ({ ...(isItem(one) ? one : {}), name }))
        : [],
  },
  columns: [
    column('name'),
    column('title'),
    column('type'),
    column('description'),
    column('enum', { look: 'list' }),
  ],
  filters: [{ name: 'name', byPage: true }],
  remove: { operation: deleteProperty, command: 'image metadef property delete' },
})
