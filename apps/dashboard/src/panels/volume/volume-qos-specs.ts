import {
  associateQosSpecs,
  createQosSpecs,
  deleteQosKeys,
  deleteQosSpecs,
  disassociateQosSpecs,
  listQosSpecs,
  showQosSpecs,
  updateQosSpecs,
} from '@nimbo/contracts/volume/qos-specs'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem } from '../../panel/item.ts'
import type { Values } from '../../panel/values.ts'
import { volumePanel } from './volume-panel.ts'

const consumer = field('consumer', { choices: ['front-end', 'back-end', 'both'], initial: 'back-end' })

/** The volume type is a query parameter of the request. */
const aboutType = {
  fields: [field('vol_type_id', { label: 'volume_type', to: 'volume-types', required: true, option: false })],
  body: () => undefined,
  query: ({ vol_type_id }: Values): Values => ({ vol_type_id }),
} as const

export const volumeQosSpecs = volumePanel({
  id: 'volume-qos-specs',
  list: { operation: listQosSpecs },
  show: { operation: showQosSpecs, key: 'qos_specs' },
  columns: [column('name'), column('consumer'), column('specs', { look: 'pairs' })],
  filters: [{ name: 'name', byPage: true }],
  create: {
    operation: createQosSpecs,
    key: 'qos_specs',
    fields: [
      field('name', { required: true }),
      consumer,
      field('specs', { as: 'pairs', option: 'property' }),
    ],
    body: ({ specs, ...given }) => ({ qos_specs: { ...given, ...(isItem(specs) ? specs : {}) } }),
    command: 'volume qos create',
  },
  actions: [
    {
      id: 'add-specs',
      operation: updateQosSpecs,
      form: {
        fields: [field('specs', { as: 'pairs', required: true, option: 'property' })],
        body: ({ specs }) => ({ qos_specs: specs }),
        command: 'volume qos set',
      },
    },
    {
      id: 'set-consumer',
      operation: updateQosSpecs,
      form: {
        fields: [consumer],
        prefilled: true,
        body: (values) => ({ qos_specs: values }),
        command: 'volume qos set',
      },
    },
    {
      id: 'remove-spec',
      operation: deleteQosKeys,
      offered: ({ specs }) => isItem(specs) && Object.keys(specs).length > 0,
      form: {
        fields: [field('key', { as: 'text', required: true, option: 'property' })],
        path: (_, { id }) => ({ qos_id: id }),
        body: ({ key }) => ({ keys: [key] }),
        command: 'volume qos unset',
      },
    },
    {
      id: 'associate-type',
      operation: associateQosSpecs,
      form: { ...aboutType, command: 'volume qos associate' },
    },
    {
      id: 'disassociate-type',
      operation: disassociateQosSpecs,
      form: { ...aboutType, command: 'volume qos disassociate' },
    },
  ],
  remove: { operation: deleteQosSpecs, command: 'volume qos delete' },
  command: 'volume qos show',
})
