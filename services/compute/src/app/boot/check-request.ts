import { asBoolean } from '@nimbo/contracts/compute/words'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Databases } from '../../db/cells/databases.ts'
import { flavors } from '../../db/flavors.ts'
import { keyPairs } from '../../db/key-pairs.ts'
import { readBlockDevices } from '../../domain/block-devices/block-device-request.ts'
import type { Flavor } from '../../domain/flavors/flavor.ts'
import { requireSensibleNetworks } from '../../domain/networks/network-wishes.ts'
import { lowerLimits } from '../../domain/quotas/member-limits.ts'
import { isOver } from '../../domain/quotas/quota.ts'
import { errors } from '../../errors.ts'
import type { ProjectLimits } from '../quotas/project-limits.ts'
import type { ComputeConfig } from '../compute-options.ts'
import type { BootRequest, CheckedRequest } from './boot-request.ts'
import { checkGroup } from './check-group.ts'
import { checkPlacement } from './check-placement.ts'
import { readUserData, requirePersonality } from './given-data.ts'

interface Deps {
  readonly databases: Databases
  readonly config: ComputeConfig
  readonly limits: ProjectLimits
  readonly clock: Clock
}

const badRequest = (reason: string): Error => errors.BadRequest({ reason })

/** A reference is an id or, in old clients, a URL that ends with it. */
const lastPart = (reference: string): string => reference.split('/').at(-1) ?? reference

const findFlavor = async (
  ctx: Context,
  { databases, clock }: Deps,
  request: BootRequest,
): Promise<Flavor> => {
  const id = lastPart(String(request.server.flavorRef))
  const stored = flavors(databases.api, clock)
  const flavor = await stored.find(id)
  const mayUse =
    flavor?.isPublic ||
    request.allows('os_compute_api:os-flavor-access:add_tenant_access') ||
    (await stored.isGivenTo(id, ctx.projectId ?? ''))
  if (!flavor || flavor.disabled || !mayUse) throw badRequest(`Flavor ${id} could not be found.`)
  return flavor
}

const findKeyPair = async (ctx: Context, { databases, clock }: Deps, name: string | null | undefined) => {
  if (!name) return undefined
  const row = await keyPairs(databases.api, clock).find(ctx.userId ?? '', name)
  if (!row) throw errors.KeyPairInvalidName()
  return { name: row.name, publicKey: row.public_key }
}

const counts = ({ min_count, max_count, hostname }: BootRequest['server']) => {
  const minCount = Number(min_count ?? 1)
  const maxCount = Number(max_count ?? minCount)
  if (minCount > maxCount) throw badRequest('min_count must be <= max_count')
  if (maxCount > 1 && hostname !== undefined)
    throw badRequest('Unable to allocate a single hostname to multiple instances')
  return { minCount, maxCount }
}

/** Line 6 of the boot flow: checks the request itself against compute's own data. */
export const checkRequest =
  (deps: Deps) =>
  async (ctx: Context, request: BootRequest): Promise<CheckedRequest> => {
    const { server } = request
    const limits = await deps.limits.ofMember({
      projectId: ctx.projectId ?? '',
      userId: ctx.userId ?? '',
    })
    const lower = lowerLimits(limits)
    const flavor = await findFlavor(ctx, deps, request)
    const { minCount, maxCount } = counts(server)
    if (typeof server.networks === 'object') requireSensibleNetworks(server.networks)
    const imageId = server.imageRef || undefined
    if (isOver(lower.metadata_items, Object.keys(server.metadata ?? {}).length))
      throw errors.MetadataLimitExceeded({ allowed: lower.metadata_items })
    requirePersonality(server.personality ?? [], lower)
    const devices = server.block_device_mapping_v2 ?? []
    const legacy = server.block_device_mapping ?? []
    if (devices.length + legacy.length > 0) request.enforce('os_compute_api:servers:create:attach_volume')
    if (imageId === undefined && devices.length + legacy.length === 0)
      throw badRequest('Missing imageRef attribute')
    if (server.trusted_image_certificates) request.enforce('os_compute_api:servers:create:trusted_certs')
    const blockDevices = readBlockDevices({ imageId, devices, legacy }, flavor, deps.config.DEFAULT)
    if (maxCount > 1 && blockDevices.some(({ volumeId }) => volumeId !== undefined))
      throw badRequest('Cannot attach one or more volumes to multiple instances')
    return {
      limits,
      flavor,
      minCount,
      maxCount,
      imageId,
      blockDevices,
      keyPair: await findKeyPair(ctx, deps, server.key_name),
      group: await checkGroup(deps)(ctx, request, { limits, count: maxCount }),
      ...(await checkPlacement(deps)(request)),
      configDrive: deps.config.DEFAULT.force_config_drive || asBoolean(server.config_drive ?? undefined),
      userData: readUserData(server.user_data),
      schedulerHints: hintsOf(request),
    }
  }

/** Scheduler hints as strings and lists of strings, the only types that filters read. */
const hintsOf = ({ hints }: BootRequest): CheckedRequest['schedulerHints'] =>
  Object.fromEntries(
    Object.entries(hints).flatMap(([name, value]): [string, string | string[]][] => {
      if (value === null || value === undefined) return []
      return [[name, Array.isArray(value) ? value.map(String) : textOf(value)]]
    }),
  )

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
