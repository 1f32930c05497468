import {
  addTypeAccess,
  createExtraSpecs,
  createType,
  deleteExtraSpec,
  deleteType,
  listTypes,
  removeTypeAccess,
  showType,
  updateType,
} from '@nimbo/contracts/volume/types'
import { createEncryption, deleteEncryption, updateEncryption } from '@nimbo/contracts/volume/encryption'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import type { Item } from '../../panel/item.ts'
import { removeSpec } from '../compute/remove-spec.ts'
import { volumePanel } from './volume-panel.ts'

const project = field('project', { label: 'project_id', to: 'projects', required: true })
const encryption = [
  field('provider', { choices: ['luks', 'luks2', 'plain'], initial: 'luks' }),
  field('control_location', { choices: ['front-end', 'back-end'], initial: 'front-end' }),
  field('cipher'),
  field('key_size'),
]
const isPrivate = (type: Item): boolean => type.is_public === false

export const volumeTypes = volumePanel({
  id: 'volume-types',
  kind: 'volume_type',
  list: { operation: listTypes, query: { is_public: 'None' } },
  show: { operation: showType, key: 'volume_type' },
  columns: [
    column('name'),
    column('description'),
    column('is_public', { look: 'yes' }),
    column('extra_specs', { look: 'pairs' }),
    column('qos_specs_id', { look: 'reference', to: 'volume-qos-specs' }),
  ],
  filters: [{ name: 'name', byPage: true }],
  create: {
    operation: createType,
    key: 'volume_type',
    fields: [
      field('name'),
      field('description'),
      field('os-volume-type-access:is_public', { as: 'switch', initial: true, option: 'public' }),
      field('extra_specs', { as: 'pairs', option: 'property' }),
    ],
    command: 'volume type create',
  },
  update: {
    operation: updateType,
    key: 'volume_type',
    fields: [field('name'), field('description'), field('is_public', { as: 'switch' })],
    command: 'volume type set',
  },
  remove: { operation: deleteType, command: 'volume type delete' },
  actions: [
    {
      id: 'add-specs',
      operation: createExtraSpecs,
      form: {
        fields: [field('extra_specs', { as: 'pairs', required: true, option: 'property' })],
        command: 'volume type set',
      },
    },
    removeSpec({
      operation: deleteExtraSpec,
      owner: 'volume_type_id',
      spec: 'key',
      command: 'volume type unset',
    }),
    {
      id: 'encrypt',
      operation: createEncryption,
      form: {
        key: 'encryption',
        fields: encryption,
      },
    },
    {
      id: 'change-encryption',
      operation: updateEncryption,
      form: {
        key: 'encryption',
        fields: encryption.map((one) => ({ ...one, initial: undefined, required: false })),
        path: (_, { id }) => ({ volume_type_id: id, encryption_id: id }),
      },
    },
    {
      id: 'decrypt',
      operation: deleteEncryption,
      // A type has at most one encryption, so Cinder ignores the id of the encryption in the path.
      path: ({ id }) => ({ volume_type_id: id, encryption_id: id }),
      asks: true,
    },
    {
      id: 'add-access',
      operation: addTypeAccess,
      form: { key: 'addProjectAccess', fields: [project] },
      offered: isPrivate,
    },
    {
      id: 'remove-access',
      operation: removeTypeAccess,
      form: { key: 'removeProjectAccess', fields: [project] },
      offered: isPrivate,
    },
  ],
  tabs: [
    {
      id: 'encryption',
      panel: 'type-encryption',
      within: ({ id }) => ({ path: { volume_type_id: id } }),
    },
  ],
  command: 'volume type show',
})
