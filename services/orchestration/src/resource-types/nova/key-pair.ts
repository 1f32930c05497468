import { createKeyPair, deleteKeyPair, showKeyPair } from '@nimbo/contracts/compute/key-pairs'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { shownUnder } from '../field-of.ts'
import { isSince } from '../../resource-type/make-once.ts'
import { present } from '../../resource-type/present.ts'
import { length } from '../../resource-type/constraint.ts'
import { boolean, like, oneOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

/** The newest microversion that generates key pairs. */
const version = '2.91'

export const keyPair = defineResourceType({
  type: 'OS::Nova::KeyPair',
  support: { since: '2014.1' },
  properties: {
    name: string({ required: true, constraints: [length({ min: 1, max: 255 })] }),
    save_private_key: boolean({ default: false }),
    public_key: string(),
    type: oneOf(['ssh', 'x509'], { support: { since: '8.0.0' } }),
    user: like('keystone.user', { support: { since: '9.0.0' } }),
  },
  client: 'compute',
  create: async ({ clients, properties, attempt, remember }) => {
    const { name, type, public_key, user, save_private_key } = properties
    const query = present({ user_id: user })
    const path = { keypair_name: name }
    // If an earlier run crashed, its private key is lost, so the key pair is generated again. An older one is somebody else's.
    if (attempt.isRepeat) {
      const known = await unlessNotFound(clients.compute.call(showKeyPair, { path, query }))
      if (known !== undefined && isSince(known.keypair, attempt))
        await unlessNotFound(clients.compute.call(deleteKeyPair, { path, query }))
    }
    const body = { keypair: present({ name, type, public_key, user_id: user }) }
    // The contract of newer microversions requires a public key.
    const reply = await clients.compute.perform(createKeyPair, { version, body })
    const { private_key } = shownUnder(reply.body, 'keypair')
    if (save_private_key && typeof private_key === 'string') await remember({ private_key })
    return name
  },
  show: async ({ clients, id, properties: { user } }) => {
    const path = { keypair_name: id }
    return (await clients.compute.call(showKeyPair, { path, query: present({ user_id: user }) })).keypair
  },
  delete: async ({ clients, id, properties: { user } }) => {
    const path = { keypair_name: id }
    await clients.compute.call(deleteKeyPair, { path, query: present({ user_id: user }) })
  },
  isDeleted: async () => true,
  attributes: {
    public_key: { type: 'string' },
    private_key: { type: 'string', of: (_live, { resource }) => resource.data.private_key ?? '' },
  },
})
