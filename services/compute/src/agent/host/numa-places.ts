import type { RequestedInterface } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { GuestTopology } from '@nimbo/contracts/compute-rpc/numa'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { sameShape } from '../../domain/numa/same-shape.ts'
import { networksOfServerToBeNear } from '../../resources/networks-to-be-near.ts'
import type { AgentPeers, AgentSelf, AgentStore } from '../agent-context.ts'
import { placedChoice } from '../pci/placed-devices.ts'
import type { ResourceClaim } from './resource-tracker.ts'

export type PlacesDeps = Pick<AgentSelf, 'host'> &
  Pick<AgentStore, 'tracker' | 'devices' | 'hostProviders'> &
  Pick<AgentPeers, 'placement' | 'network'> & {
    readonly conductor: Pick<AgentPeers['conductor'], 'numaClaimed' | 'numaReleased'>
  }

/**
 * Claims resources in the tracker. If the server has a NUMA topology, the conductor records its place, so that the
 * place is known after a restart of this host; for other servers the conductor is not called. Throws
 * `InsufficientResources`. `requested` are interfaces that the server does not have yet.
 */
export const claimPlace =
  (deps: PlacesDeps) =>
  async (
    ctx: Context,
    serverId: ServerId,
    claim: ResourceClaim,
    requested: readonly RequestedInterface[] = [],
  ): Promise<void> => {
    const before = deps.tracker.find(claim.serverId)?.numaTopology
    const choice = claim.pci === undefined ? {} : await placedChoice(deps, ctx, claim)
    const matters = claim.numaTopology && deps.tracker.cells(claim.node)?.networkCells
    const near = matters && {
      nearNetworks: await networksOfServerToBeNear(deps.network, ctx, serverId, requested),
    }
    const topology = deps.tracker.claim({ ...claim, ...choice, ...near })
    if (topology === before) return
    try {
      await keep(deps)(ctx, serverId, claim, topology)
    } catch (error) {
      // The claim is released, so that a retry reports the place again.
      deps.tracker.release(claim.serverId)
      throw error
    }
  }

/** Releases a claim of a server or migration, and its place in the NUMA cells if it has one. */
export const releasePlace =
  ({ host, tracker, conductor }: PlacesDeps) =>
  async (ctx: Context, holderId: string): Promise<void> => {
    if (tracker.release(holderId) !== undefined) await conductor.numaReleased(ctx, { host, holderId })
  }

/**
 * Passes the NUMA place of a server to the migration that keeps it. On a resize within the host, the migration held the
 * server's new place until now; the server gets that one. Idempotent.
 */
export const keepPlaceFor =
  (deps: PlacesDeps) =>
  async (ctx: Context, serverId: ServerId, kept: ResourceClaim): Promise<void> => {
    const { tracker, conductor, host } = deps
    const { numaTopology: wanted, ...plain } = kept
    const [own, next] = [tracker.find(serverId), tracker.find(kept.serverId)]
    const nextPlace = next?.numaTopology
    if (nextPlace !== undefined && wanted !== undefined && sameShape(nextPlace, wanted)) return
    const had = tracker.release(serverId)
    const place = wanted === undefined ? undefined : own?.numaTopology
    tracker.adopt(place === undefined ? plain : { ...plain, numaTopology: place })
    if (next !== undefined && nextPlace !== undefined) {
      tracker.adopt({ ...next, serverId })
      await keep(deps)(ctx, serverId, { ...next, serverId }, nextPlace)
    } else if (had !== undefined) await conductor.numaReleased(ctx, { host, holderId: serverId })
    if (place !== undefined) await keep(deps)(ctx, serverId, kept, place)
    else if (nextPlace !== undefined) await conductor.numaReleased(ctx, { host, holderId: kept.serverId })
  }

/** Gives a server back the place that its migration kept. */
export const returnPlace =
  (deps: PlacesDeps) =>
  async (ctx: Context, migrationId: string, claim: ResourceClaim): Promise<void> => {
    const { tracker, conductor, host } = deps
    const serverId = claim.serverId as ServerId
    const { numaTopology: wanted, ...plain } = claim
    const kept = tracker.release(migrationId)
    const place = kept ?? (wanted === undefined ? undefined : tracker.find(serverId)?.numaTopology)
    tracker.adopt(place === undefined ? plain : { ...plain, numaTopology: place })
    if (kept === undefined) return
    await keep(deps)(ctx, serverId, claim, kept)
    await conductor.numaReleased(ctx, { host, holderId: migrationId })
  }

const keep =
  ({ host, conductor }: Pick<PlacesDeps, 'host' | 'conductor'>) =>
  async (
    ctx: Context,
    serverId: ServerId,
    { serverId: holderId, node }: ResourceClaim,
    topology: GuestTopology | undefined,
  ): Promise<void> => {
    if (topology === undefined) await conductor.numaReleased(ctx, { host, holderId })
    else await conductor.numaClaimed(ctx, { host, serverId, holderId, node, topology })
  }
