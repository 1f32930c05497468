import type { Configuration } from 'openid-client'
import type { Clock } from '@nimbo/kernel/clock'
import type { KeystoneConfig } from '../../config.ts'

/** The OpenID provider that this cloud is registered with as a client. */
export interface OpenidProvider {
  readonly clientId: string
  /** The public URL of this service. */
  readonly publicUrl: string
  readonly scope: string
  /** The provider's discovery document, cached for an hour. */
  configuration(): Promise<Configuration>
}

const rereadMs = 3_600_000
const timeoutSeconds = 10
const loopback = ['127.0.0.1', 'localhost', '[::1]']

/** Returns undefined if no provider is configured. */
export const openidProvider = (
  options: KeystoneConfig['openid'],
  clock: Clock,
): OpenidProvider | undefined => {
  const { provider_metadata_url: metadata, client_id: clientId, client_secret: secret, public_url } = options
  if (metadata === undefined || clientId === undefined || public_url === undefined) return undefined
  let known: { readonly configuration: Promise<Configuration>; readonly at: number } | undefined

  const discover = async (): Promise<Configuration> => {
    const { allowInsecureRequests, discovery } = await import('openid-client')
    const server = new URL(metadata)
    // Plain HTTP is only allowed to a provider on this machine.
    const isLoopback = server.protocol === 'http:' && loopback.includes(server.hostname)
    return discovery(server, clientId, secret, undefined, {
      timeout: timeoutSeconds,
      ...(isLoopback ? { execute: [allowInsecureRequests] } : {}),
    })
  }

  return {
    clientId,
    publicUrl: public_url,
    scope: options.scope,
    configuration: async () => {
      if (!known || clock.now() - known.at > rereadMs) known = { configuration: discover(), at: clock.now() }
      const { configuration } = known
      try {
        return await configuration
      } catch (error) {
        known = undefined
        throw error
      }
    },
  }
}
