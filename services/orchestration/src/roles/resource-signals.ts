import type { ServiceHost } from '@nimbo/service/service-host'
import { signatureOf } from '../app/signing.ts'
import { type HeatConfig, sealingOf } from '../config.ts'
import { stackPath } from '../domain/stack-identity.ts'
import type { StackUsers } from '../app/stack-users.ts'
import type { Db } from '../db/db.ts'
import type { EngineDeps } from '../flows/deps.ts'
import { resourceUser } from './resource-user.ts'

/** The API's URL for guests: `heat_metadata_server_url`, or one derived from Keystone's URL. */
const guestRoot = (host: ServiceHost, { DEFAULT }: HeatConfig): string => {
  const said = DEFAULT.heat_metadata_server_url
  if (said !== undefined) return said.replace(/\/$/, '')
  const { origin, port } = new URL(host.identityUri)
  return host.identityUri.endsWith('/identity') ? `${origin}/heat-api` : origin.replace(`:${port}`, ':8000')
}

/** The URL for agents' signed requests; it is part of what they sign. */
export const metadataUrlOf = (host: ServiceHost, config: HeatConfig): string =>
  `${guestRoot(host, config)}/v1/`

interface Deps {
  readonly config: HeatConfig
  readonly db: Db
  readonly users: StackUsers
}

/** Makes the ways to signal a resource: signed URLs, or as a user of its own. */
export const resourceSignals =
  (host: ServiceHost, { config, db, users }: Deps): EngineDeps['signalsOf'] =>
  (ctx, stack, resource, keep) => {
    const authUrl = `${host.identityUri.replace(/\/(v3\/?)?$/, '')}/v3`
    const pathOf = (project_id: string): string =>
      `${stackPath({ ...stack, project_id })}/resources/${encodeURIComponent(resource.name)}/signal`
    const path = pathOf(stack.project_id)
    const user = () =>
      resourceUser({ db, users, authUrl, sealing: sealingOf(config) }, ctx, { stack, resource, keep })
    return {
      user,
      key: async () => {
        const { access, secret } = await users.key(ctx, await user())
        return { access, secret, metadataUrl: metadataUrlOf(host, config) }
      },
      endpoint: async () => `${guestRoot(host, config)}${pathOf((await user()).projectId)}`,
      signedUrl: async (kind) => {
        const signed = path.replace('/v1/', `/v1/${kind}/`)
        const key = config.DEFAULT.auth_encryption_key ?? ''
        return `${guestRoot(host, config)}${signed}?SignatureMethod=HmacSHA256&SignatureVersion=2&Signature=${signatureOf(key, signed)}`
      },
    }
  }
