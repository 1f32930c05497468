import type { ContainerView } from '@nimbo/contracts/key-manager/containers'
import { consumersOfContainers, secretsIn } from '../db/containers.ts'
import type { Container } from '../db/tables.ts'
import { shownInstant } from '../domain/instants.ts'
import { referenceTo, type Shower } from './references.ts'

/** Containers with their secrets and consumers. */
export const containerViews = async (
  call: Shower,
  containers: readonly Container[],
): Promise<ContainerView[]> => {
  const ids = containers.map(({ id }) => id)
  const secrets = await secretsIn(call.app.db, ids)
  const consumers = await consumersOfContainers(call.app.db, ids)
  return containers.map(({ id, status, name, type, creator_id, ...row }) => ({
    ...{ created: shownInstant(row.created), updated: shownInstant(row.updated) },
    ...{ status, name, type, creator_id },
    secret_refs: (secrets.get(id) ?? []).map((secret) => ({
      name: secret.name === '' ? null : secret.name,
      secret_ref: referenceTo(call, 'secrets', secret.secret_id),
    })),
    consumers: (consumers.get(id) ?? []).map((consumer) => ({ name: consumer.name, URL: consumer.url })),
    container_ref: referenceTo(call, 'containers', id),
  }))
}

export const containerView = async (call: Shower, container: Container): Promise<ContainerView> => {
  const [view] = await containerViews(call, [container])
  if (!view) throw new Error('a container has a view')
  return view
}
