import {
  createQosSpecs,
  deleteQosKeys,
  deleteQosSpecs,
  listQosSpecs,
  showQosSpecs,
  updateQosSpecs,
} from '@nimbo/contracts/volume/qos-specs'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { makeOnce } from '../../resource-type/make-once.ts'
import { goneKeys, textPairs } from '../changed-keys.ts'
import { anyMap, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const qosSpecs = defineResourceType({
  type: 'OS::Cinder::QoSSpecs',
  support: { since: '7.0.0' },
  properties: {
    name: string(),
    specs: anyMap({ required: true, update: 'in-place' }),
  },
  client: 'volume',
  create: ({ clients, properties, resource, attempt }) => {
    const { name = resource.physicalName, specs } = properties
    return makeOnce(attempt, {
      make: async () => {
        const body = { qos_specs: { ...textPairs(specs), name } }
        return (await clients.volume.call(createQosSpecs, { body })).qos_specs.id
      },
      find: async () => (await clients.volume.call(listQosSpecs, { query: { name } })).qos_specs,
      mayFindOthers: properties.name !== undefined,
    })
  },
  show: async ({ clients, id }) =>
    (await clients.volume.call(showQosSpecs, { path: { qos_id: id } })).qos_specs,
  update: async ({ clients, id, properties: { specs } }, { before }) => {
    const path = { qos_id: id }
    const keys = [...goneKeys(before.specs, specs)]
    if (keys.length > 0) await unlessNotFound(clients.volume.call(deleteQosKeys, { path, body: { keys } }))
    await clients.volume.call(updateQosSpecs, { path, body: { qos_specs: textPairs(specs) } })
  },
  delete: async ({ clients, id }) => {
    await clients.volume.call(deleteQosSpecs, { path: { qos_id: id } })
  },
})
