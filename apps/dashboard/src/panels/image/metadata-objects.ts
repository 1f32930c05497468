import { imageApi } from '@nimbo/contracts/image/api'
import { deleteObject, listObjects } from '@nimbo/contracts/image/metadefs/objects'
import { column } from '../../panel/column.ts'
import { isItem, type Item } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'
import { itemsUnder } from '../../panel/reply-items.ts'

const propertiesOf = ({ properties }: Item): readonly string[] =>
  isItem(properties) ? Object.keys(properties) : []

/** The objects of a metadata definition namespace, which group properties. */
export const metadataObjects = panel({
  id: 'metadata-objects',
  api: imageApi,
  key: 'name',
  list: { operation: listObjects, items: itemsUnder('objects') },
  columns: [
    column('name'),
    column('description'),
    column('properties', { look: 'list', value: propertiesOf }),
  ],
  filters: [{ name: 'name', byPage: true }],
  remove: { operation: deleteObject, command: 'image metadef object delete' },
})
