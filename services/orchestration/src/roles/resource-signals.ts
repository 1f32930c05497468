import type { ServiceHost } from '@nimbo/service/service-host'
import { signatureOf } from '../app/signing.ts'
import type { HeatConfig } from '../config.ts'
import { stackPath } from '../domain/stack-identity.ts'
import { errors } from '../errors.ts'
import type { EngineDeps } from '../flows/deps.ts'

/** Where guests reach the API: the address that an operator says, or the one beside identity's. */
const rootOf = (host: ServiceHost, { DEFAULT }: HeatConfig): string => {
  const said = DEFAULT.heat_metadata_server_url
  if (said !== undefined) return said.replace(/\/$/, '')
  const { origin, port } = new URL(host.identityUri)
  return host.identityUri.endsWith('/identity') ? `${origin}/heat-api` : origin.replace(`:${port}`, ':8000')
}

/** How what a resource is made of tells the stack something: by addresses that are signed. */
export const resourceSignals =
  (host: ServiceHost, config: HeatConfig): EngineDeps['signalsOf'] =>
  (_, stack, resource) => {
    const path = `${stackPath(stack)}/resources/${encodeURIComponent(resource.name)}/signal`
    const unsupported = async (): Promise<never> => {
      throw errors.NotSupported({ feature: 'A user of a stack of its own' })
    }
    return {
      user: unsupported,
      token: unsupported,
      endpoint: async () => `${rootOf(host, config)}${path}`,
      signedUrl: async (kind) => {
        const signed = path.replace('/v1/', `/v1/${kind}/`)
        const key = config.DEFAULT.auth_encryption_key ?? ''
        return `${rootOf(host, config)}${signed}?SignatureMethod=HmacSHA256&SignatureVersion=2&Signature=${signatureOf(key, signed)}`
      },
    }
  }
