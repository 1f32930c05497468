import type { Client } from '@nimbo/testkit/client'
import type { Samples } from './sampled.ts'

const idOf = (ref: string): string => ref.split('/').at(-1) ?? ''

/** A secret, a container and an order of `owner`, without access control lists. */
export const makeKeySamples = async ({ 'key-manager': keys, ...owner }: Client): Promise<Samples> => {
  const secret = await keys.post('/v1/secrets', { name: 'sample' })
  const container = await keys.post('/v1/containers', { type: 'generic' })
  const order = await keys.post('/v1/orders', { type: 'key', meta: { algorithm: 'aes', bit_length: 128 } })
  const own = { project_id: owner.projectId, creator_id: owner.userId }
  return {
    params: {
      'key-manager.secret_id': idOf(secret.body.secret_ref),
      'key-manager.container_id': idOf(container.body.container_ref),
      'key-manager.order_id': idOf(order.body.order_ref),
      'key-manager.key': 'sample',
      'key-manager.consumer_id': idOf(secret.body.secret_ref),
      'key-manager.secret_store_id': 'sample',
    },
    hidden: ['order'],
    facts: {
      secret: { target: { secret: { ...own, read_project_access: true } } },
      container: { target: { container: { ...own, read_project_access: true } } },
      order: { target: { order: own } },
    },
  }
}
