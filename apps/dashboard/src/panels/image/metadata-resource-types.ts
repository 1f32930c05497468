import { imageApi } from '@nimbo/contracts/image/api'
import {
  createAssociation,
  deleteAssociation,
  listAssociations,
} from '@nimbo/contracts/image/metadefs/resource-types'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { panel } from '../../panel/panel.ts'
import { itemsUnder } from '../../panel/reply-items.ts'

/** The resource types with which a metadata definition namespace is associated. */
export const metadataResourceTypes = panel({
  id: 'metadata-resource-types',
  api: imageApi,
  key: 'name',
  list: { operation: listAssociations, items: itemsUnder('resource_type_associations') },
  columns: [
    column('name', { label: 'resource_type' }),
    column('prefix'),
    column('properties_target'),
    column('created_at', { look: 'date' }),
  ],
  create: {
    operation: createAssociation,
    fields: [
      field('name', { label: 'resource_type' }),
      field('prefix', { as: 'text' }),
      field('properties_target', { as: 'text', advanced: true }),
    ],
    command: 'image metadef resource type association create',
    positional: 'name',
  },
  remove: { operation: deleteAssociation, command: 'image metadef resource type association delete' },
})
