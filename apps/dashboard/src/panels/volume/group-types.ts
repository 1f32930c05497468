import {
  createGroupSpecs,
  createGroupType,
  deleteGroupSpec,
  deleteGroupType,
  listGroupTypes,
  showGroupType,
  updateGroupType,
} from '@nimbo/contracts/volume/group-types'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { removeSpec } from '../compute/remove-spec.ts'
import { volumePanel } from './volume-panel.ts'

const fields = [field('name'), field('description'), field('is_public', { as: 'switch', option: 'public' })]

export const groupTypes = volumePanel({
  id: 'group-types',
  list: { operation: listGroupTypes },
  show: { operation: showGroupType, key: 'group_type' },
  columns: [
    column('name'),
    column('description'),
    column('is_public', { look: 'yes' }),
    column('group_specs', { look: 'pairs' }),
  ],
  filters: [{ name: 'name', byPage: true }],
  create: { operation: createGroupType, key: 'group_type', fields, command: 'volume group type create' },
  update: { operation: updateGroupType, key: 'group_type', fields, command: 'volume group type set' },
  remove: { operation: deleteGroupType, command: 'volume group type delete' },
  actions: [
    {
      id: 'add-specs',
      operation: createGroupSpecs,
      form: { fields: [field('group_specs', { as: 'pairs', required: true, option: 'property' })] },
    },
    removeSpec({
      operation: deleteGroupSpec,
      ...{ owner: 'group_type_id', specs: 'group_specs', spec: 'spec_id' },
      command: 'volume group type unset',
    }),
  ],
  command: 'volume group type show',
})
