import { randomBytes } from 'node:crypto'
import type { NetworkClient } from '@nimbo/clients/network'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Handler, HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import { type Context, internalContext } from '@nimbo/kernel/context'
import type { JsonObject } from '@nimbo/kernel/json'
import { LRUCache } from 'lru-cache'
import { configDriveFiles } from '../../domain/guest-data/config-drive-files.ts'
import { ec2MetadataJson } from '../../domain/guest-data/ec2-metadata-json.ts'
import type { VendorData } from '../../resources/vendor-data.ts'
import { serverPorts, withSubnets } from '../../resources/server-ports.ts'
import type { WhoAsks } from './asking-server.ts'
import { type GuestPasswordStore, guestPassword, isPasswordPath } from './guest-password.ts'
import { type GuestFacts, type GuestPage, guestPage } from './guest-pages.ts'
import { errors } from './metadata-errors.ts'

export interface MetadataDeps {
  readonly whoAsks: WhoAsks
  /** The server's metadata; undefined when it does not exist. */
  readonly findServer: (serverId: string) => Promise<HostedServer | undefined>
  readonly network: Pick<NetworkClient, 'ports' | 'networks' | 'subnets'>
  /** Appended to host names: `[api] dhcp_domain`. */
  readonly domain: string
  readonly vendorData: VendorData
  readonly passwords: GuestPasswordStore
  /** How long a server's metadata is cached (`metadata_cache_expiration`), in milliseconds; 0 disables the cache. */
  readonly cacheMs: number
}

/** The maximum of cached servers: a booting guest requests a dozen pages, and a few thousand guests may boot at once. */
const mostServers = 2_000
const randomSeedBytes = 512

interface Known {
  readonly projectId: string
  readonly facts: GuestFacts
  /**
   * `vendor_data2.json`. The services are queried when a guest first requests it, and not again while their answers are
   * cached.
   */
  readonly vendorData: () => Promise<JsonObject>
}

/** Serves the metadata API at `169.254.169.254`, in the formats of OpenStack and EC2. */
export const metadataHandler = (deps: MetadataDeps): Handler => {
  const cached = new LRUCache<string, Known>({ max: mostServers, ttl: Math.max(deps.cacheMs, 1) })
  const password = guestPassword(deps.passwords)
  const known = async (ctx: Context, serverId: string): Promise<Known | undefined> => {
    const found = cached.get(serverId) ?? (await lookUp(deps, ctx, serverId))
    if (found !== undefined && deps.cacheMs > 0 && !cached.has(serverId)) cached.set(serverId, found)
    return found
  }
  return async (request) => {
    const ctx = { ...internalContext(), requestId: request.state.requestId }
    const { serverId, projectId } = await deps.whoAsks(ctx, request)
    const found = await known(ctx, serverId)
    if (found === undefined || (projectId ?? found.projectId) !== found.projectId) throw errors.NoMetadata()
    if (isPasswordPath(request.path)) return password(request, serverId)
    const page = guestPage(found.facts, request.path)
    if (page === undefined) throw errors.NoMetadata()
    if (!request.path.endsWith('/vendor_data2.json')) return replyOf(page)
    return replyOf({ kind: 'json', bytes: Buffer.from(JSON.stringify(await found.vendorData())) })
  }
}

/** Admin passwords and injected files are left out: any process in the guest can read the metadata API. */
const lookUp = async (deps: MetadataDeps, ctx: Context, serverId: string): Promise<Known | undefined> => {
  const whole = await deps.findServer(serverId)
  if (whole === undefined) return undefined
  const { secrets: _, ...server } = whole
  const ports = await withSubnets(deps.network, ctx, await serverPorts(deps.network, ctx, server))
  const randomSeed = randomBytes(randomSeedBytes)
  const fixed = await deps.vendorData.fixed()
  let all: Promise<JsonObject> | undefined
  return {
    vendorData: async () => {
      all ??= deps.vendorData.all(server)
      return all.catch((error: unknown) => {
        all = undefined
        throw error
      })
    },
    projectId: server.projectId,
    facts: {
      files: configDriveFiles(server, ports, {
        ...{ domain: deps.domain, randomSeed, skippedVersions: [] },
        vendorData: { fixed, all: {} },
      }),
      ec2: (version) => ec2MetadataJson(server, ports, deps, version),
      userData: server.userData === undefined ? undefined : Buffer.from(server.userData, 'base64'),
    },
  }
}

const replyOf = (page: GuestPage): HttpResponse => {
  switch (page.kind) {
    case 'text':
      return bytes(200, page.text, { 'content-type': 'text/plain; charset=UTF-8' })
    case 'json':
      return bytes(200, page.bytes, { 'content-type': 'application/json' })
    case 'bytes':
      return bytes(200, page.bytes, { 'content-type': 'application/octet-stream' })
  }
}
