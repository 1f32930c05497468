import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const qosSpecs = (verb: string, properties: Parameters<typeof Type.Object>[0]) =>
  notification(`qos_specs.${verb}`, {
    publisher: 'qos_specs',
    payload: Type.Object({ id: Type.String(), ...properties }, { additionalProperties: false }),
  })

const Specs = Type.Record(Type.String(), Type.String())

/** QoS specs. */
export const qosNotifications = {
  create: qosSpecs('create', { name: Type.String(), specs: Specs }),
  update: qosSpecs('update', { specs: Specs }),
  delete: qosSpecs('delete', {}),
  deleteKeys: qosSpecs('delete_keys', {}),
  associate: qosSpecs('associate', { type_id: Type.String() }),
  disassociate: qosSpecs('disassociate', { type_id: Type.String() }),
  disassociateAll: qosSpecs('disassociate_all', {}),
}
