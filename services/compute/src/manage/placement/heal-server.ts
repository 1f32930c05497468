import { isDeepStrictEqual } from 'node:util'
import type { NetworkClient } from '@nimbo/clients/network'
import { placementClient } from '@nimbo/clients/placement'
import { type AllocationRequest, resourcesOnly } from '@nimbo/clients/placement-claims'
import type { ServiceClient } from '@nimbo/clients/service-client'
import { type AllocationsBody, setAllocations, showAllocations } from '@nimbo/contracts/placement/allocations'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { UserError } from '@nimbo/kernel/user-error'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import { claimForPorts } from '../../domain/networks/claim-for-ports.ts'
import { flavorGroups } from '../../domain/scheduling/flavor-groups.ts'
import { resourcesOfServer } from '../../domain/scheduling/resources-of-server.ts'
import type { Server } from '../../domain/servers/server.ts'
import type { ServerRecord } from '../../flows/server-record.ts'
import { orExit } from '../or-exit.ts'
import { type ClaimsOfPorts, claimsOfPorts } from './claims-of-ports.ts'
import { healExitCodes } from './heal-exit-codes.ts'
import { withPortsTold } from './with-ports-told.ts'

type Allocations = AllocationRequest['allocations']

export interface HealingDeps {
  readonly placement: ServiceClient
  /** Undefined if the allocations of ports are not to be healed. */
  readonly network: Pick<NetworkClient, 'ports' | 'updatePort'> | undefined
  readonly clock: Clock
  readonly tell: (progress: string) => void
}

export interface HealingWish {
  readonly isDryRun: boolean
  /** Whether existing allocations are replaced, too. */
  readonly force: boolean
}

/** Nobody knows which provider below the host's gave a device to the guest. */
const requireNoDevices = ({ id, flavor }: Server): void => {
  const wantsDevice = ['resources:VGPU', 'accel:device_profile'].some((key) => key in flavor.extraSpecs)
  if (wantsDevice || flavorGroups(flavor).groups.length > 0)
    throw new UserError(
      `Server ${id} has a flavor that requests devices or groups of resources, whose allocations cannot be healed.`,
      healExitCodes.devices,
    )
}

const providerOf = async (clock: Clock, { cell, server }: ServerRecord): Promise<string> => {
  const id = await computeNodes(cell, clock).idOf(server)
  if (id !== undefined) return id
  throw new UserError(
    `Server ${server.id} is on node ${server.node} of host ${server.host}, which has no compute node record.`,
    healExitCodes.nodeUnknown,
  )
}

const noPorts: ClaimsOfPorts = { requests: [], given: {}, found: {} }

const write = async (
  { placement, network }: HealingDeps,
  ctx: Context,
  { server: { id } }: ServerRecord,
  body: AllocationsBody,
  { found }: ClaimsOfPorts,
): Promise<void> => {
  const claim = async () => {
    await orExit(
      healExitCodes.notClaimed,
      `The allocations of server ${id} cannot be written`,
      placement.call(ctx, setAllocations, { path: { consumer_uuid: id }, body }),
    )
  }
  await (network === undefined ? claim() : withPortsTold(network, ctx, found, claim))
}

/** What a server holds, as placement says it. */
const heldBy = ({ placement }: HealingDeps, ctx: Context, id: string) =>
  orExit(
    healExitCodes.notClaimed,
    `The allocations of server ${id} cannot be read`,
    placement.call(ctx, showAllocations, { path: { consumer_uuid: id } }),
  )

/**
 * Gives a server the allocations that it lacks on its host: all of them, those of its ports, or the right owner. Resolves to
 * whether anything was written. A server with a task is left alone, since its claims are about to change.
 */
export const healServer = async (
  deps: HealingDeps,
  ctx: Context,
  record: ServerRecord,
  { isDryRun, force }: HealingWish,
): Promise<boolean> => {
  const { server, disks } = record
  const { id, projectId, userId } = server
  const { network, placement, clock, tell } = deps
  const skip = (why: string): false => {
    tell(`Server ${id} ${why}.`)
    return false
  }
  if (server.taskState !== null) return skip(`has the task ${server.taskState}`)
  if (server.host === null || server.node === null) return skip('is not on a host')
  requireNoDevices(server)
  const { allocations, project_id, user_id, consumer_generation = null } = await heldBy(deps, ctx, id)
  const before = resourcesOnly(allocations)
  const isMissing = Object.keys(before).length === 0
  const ownerDiffers = project_id !== projectId || user_id !== userId
  const own: Allocations =
    isMissing || force
      ? { [await providerOf(clock, record)]: { resources: resourcesOfServer(server, disks) } }
      : before
  const ports =
    network === undefined
      ? noPorts
      : await claimsOfPorts({ network, placement: placementClient(placement) }, ctx, id, () =>
          providerOf(clock, record),
        )
  const after = network === undefined ? own : claimForPorts(ports.requests, ports.given)(own)
  const isTold = Object.keys(ports.found).length === 0
  if (!force && isTold && !ownerDiffers && isDeepStrictEqual(before, after))
    return skip('has its allocations')
  const what = `allocations of server ${id}: ${JSON.stringify(after)}`
  if (isDryRun) {
    tell(`[dry-run] Would ${isMissing ? 'create' : 'update'} ${what}`)
    return false
  }
  const body = {
    ...{ allocations: after, consumer_generation, project_id: projectId, user_id: userId },
    consumer_type: 'INSTANCE',
  }
  await write(deps, ctx, record, body, ports)
  tell(`${isMissing ? 'Created' : 'Updated'} the ${what}`)
  return true
}
