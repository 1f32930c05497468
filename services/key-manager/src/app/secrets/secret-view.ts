import type { SecretView } from '@nimbo/contracts/key-manager/secrets'
import { consumersOfSecrets } from '../../db/secrets.ts'
import type { Secret } from '../../db/tables.ts'
import { shownInstant } from '../../domain/instants.ts'
import { referenceTo, type Shower } from '../references.ts'

/** Secrets with their consumers. */
export const secretViews = async (call: Shower, secrets: readonly Secret[]): Promise<SecretView[]> => {
  const consumers = await consumersOfSecrets(
    call.app.db,
    secrets.map(({ id }) => id),
  )
  return secrets.map((secret) => ({
    ...{
      created: shownInstant(secret.created),
      updated: shownInstant(secret.updated),
      status: secret.status,
    },
    ...{ name: secret.name, secret_type: secret.secret_type, algorithm: secret.algorithm },
    ...{ bit_length: secret.bit_length, mode: secret.mode, creator_id: secret.creator_id },
    expiration: secret.expiration === null ? null : shownInstant(secret.expiration),
    ...(secret.content_type === null ? {} : { content_types: { default: secret.content_type } }),
    consumers: (consumers.get(secret.id) ?? []).map(({ service, resource_type, resource_id }) => ({
      ...{ service, resource_type, resource_id },
    })),
    secret_ref: referenceTo(call, 'secrets', secret.id),
  }))
}

export const secretView = async (call: Shower, secret: Secret): Promise<SecretView> => {
  const [view] = await secretViews(call, [secret])
  if (!view) throw new Error('a secret has a view')
  return view
}
