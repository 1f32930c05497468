import {
  createGroup,
  deleteGroup,
  listGroupsInFull,
  showGroup,
  updateGroup,
} from '@nimbo/contracts/volume/groups'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { copyOfGroup } from './copy-of-group.ts'
import { volumePanel } from './volume-panel.ts'

const volume = field('volume_id', { to: 'volumes', required: true, option: false })

export const volumeGroups = volumePanel({
  id: 'volume-groups',
  kind: 'group',
  list: { operation: listGroupsInFull, paged: true },
  show: { operation: showGroup, key: 'group' },
  columns: [
    column('name', { sort: 'name' }),
    column('status', { look: 'status', sort: 'status' }),
    column('group_type', { look: 'reference', to: 'group-types' }),
    column('volume_types', { look: 'reference', to: 'volume-types' }),
    column('availability_zone'),
    column('created_at', { look: 'date', sort: 'created_at' }),
  ],
  details: [column('description')],
  filters: [{ name: 'name', byPage: true }],
  create: {
    operation: createGroup,
    key: 'group',
    fields: [
      field('name'),
      field('group_type', { to: 'group-types' }),
      field('volume_types', { as: 'references', to: 'volume-types', option: 'volume-type' }),
      field('description'),
    ],
    command: 'volume group create',
  },
  update: { operation: updateGroup, key: 'group', fields: [field('name'), field('description')] },
  remove: { operation: deleteGroup, command: 'volume group delete' },
  actions: [
    {
      id: 'add-volume',
      operation: updateGroup,
      form: { fields: [volume], body: ({ volume_id }) => ({ group: { add_volumes: volume_id } }) },
    },
    {
      id: 'remove-volume',
      operation: updateGroup,
      form: { fields: [volume], body: ({ volume_id }) => ({ group: { remove_volumes: volume_id } }) },
    },
    copyOfGroup('clone-group', 'source_group_id'),
    {
      ...{ id: 'delete-with-volumes', operation: deleteGroup, asks: true },
      body: () => ({ delete: { 'delete-volumes': true } }),
    },
  ],
  tabs: [
    { id: 'volumes', panel: 'volumes', within: ({ id }) => ({ query: { group_id: id } }) },
    {
      id: 'group-snapshots',
      panel: 'group-snapshots',
      within: ({ id }) => ({ query: { group_id: id }, initial: { group_id: id } }),
    },
  ],
  command: 'volume group show',
})
