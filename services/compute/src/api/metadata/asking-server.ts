import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NetworkClient } from '@nimbo/clients/network'
import type { HttpRequest } from '@nimbo/http/message'
import type { Context } from '@nimbo/kernel/context'
import { errors } from './metadata-errors.ts'

/** Which server asks, and (where the proxy says so) of which project it must be. */
export interface AskingServer {
  readonly serverId: string
  readonly projectId?: string
}

export type WhoAsks = (ctx: Context, request: HttpRequest) => Promise<AskingServer>

/**
 * The proxy of neutron names the server in headers and signs its id: `X-Instance-ID-Signature` is the HMAC-SHA256 of it
 * under the shared secret, in hex.
 */
export const namedByProxy = (sharedSecret: string): WhoAsks => {
  const sign = (text: string) => createHmac('sha256', sharedSecret).update(text).digest()
  return async (_ctx, { headers }) => {
    const given = (header: string): string => {
      const value = headers[header.toLowerCase()]
      if (value === undefined || value === '') throw errors.HeaderMissing({ header })
      if (value.includes(',')) throw errors.HeaderRepeated({ header })
      return value
    }
    const serverId = given('X-Instance-ID')
    const projectId = given('X-Tenant-ID')
    const signature = Buffer.from(headers['x-instance-id-signature'] ?? '', 'hex')
    const expected = sign(serverId)
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
      throw errors.InvalidSignature()
    return { serverId, projectId }
  }
}

/** Without a proxy a guest is known by its address, which must be that of one server only. */
export const knownByAddress =
  (network: Pick<NetworkClient, 'ports'>): WhoAsks =>
  async (ctx, { remoteAddress }) => {
    const address = remoteAddress.replace(/^::ffff:/, '')
    const ports = await network.ports(ctx, { fixed_ips: `ip_address=${address}` })
    const owners = new Set(ports.filter((port) => isServers(port)).map(({ device_id }) => device_id))
    const [serverId] = owners
    if (serverId === undefined || owners.size > 1) throw errors.NoMetadata()
    return { serverId }
  }

const isServers = ({ device_owner }: { readonly device_owner: string }): boolean =>
  device_owner.startsWith('compute:')
