import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NetworkClient } from '@nimbo/clients/network'
import type { HttpRequest } from '@nimbo/http/message'
import type { Context } from '@nimbo/kernel/context'
import { errors } from './metadata-errors.ts'

/** The server that sent a metadata request, and the project that the proxy claims for it. */
export interface AskingServer {
  readonly serverId: string
  readonly projectId?: string
}

export type WhoAsks = (ctx: Context, request: HttpRequest) => Promise<AskingServer>

/**
 * Identifies the server by headers of Neutron's proxy, which signs the server's id: `X-Instance-ID-Signature` is the
 * HMAC-SHA256 under the shared secret, in hex.
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

/** Without a proxy the server is identified by its address, which must be unique. */
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
