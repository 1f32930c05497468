import type { HostAggregates } from '@nimbo/clients/host-aggregates'
import type { PlacementClient } from '@nimbo/clients/placement'
import type { ProviderTree } from '@nimbo/clients/provider-tree'
import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { Deps } from '../app/deps.ts'
import { forgetSegment, recordSegment, reportedSegments } from './reported-segments.ts'
import { type WantedSegment, wantedSegments } from './wanted-segments.ts'

interface SegmentDeps extends Pick<Deps, 'db' | 'clock' | 'log'> {
  readonly providers: ProviderTree
  readonly placement: Pick<PlacementClient, 'setMembership' | 'removeProvider'>
  readonly aggregates: HostAggregates
}

export interface SegmentInventories extends Reconciler {
  /** A port of this network, or its addresses, changed. */
  portsChanged(networkId: string): void
}

/** Changes by other processes and by agents of hosts are noticed within this time. */
const everyMs = 10_000

const nameOf = (segmentId: string): string => `Neutron segment id ${segmentId}`

const whole = { min_unit: 1, max_unit: 1, step_size: 1, allocation_ratio: 1 }

/** Writes a segment to Nova and placement; resolves to the segment with only those hosts that Nova knows. */
const write = async (
  { providers, placement, aggregates }: SegmentDeps,
  ctx: Context,
  segment: WantedSegment,
): Promise<WantedSegment> => {
  const { id, total, reserved, hosts } = segment
  const name = nameOf(id)
  await providers.put(ctx, {
    ...{ uuid: id, name, inventories: { IPV4_ADDRESS: { ...whole, total, reserved } } },
  })
  const { uuid, unknown } = await aggregates.put(ctx, name, hosts)
  await placement.setMembership(ctx, id, uuid, true)
  return { ...segment, hosts: hosts.filter((host) => !unknown.includes(host)) }
}

/**
 * Keeps placement and Nova informed of the segments of routed networks, as schedulers need them: each is a provider of IPv4
 * addresses, in an aggregate with the hosts that are connected to it. The written state is kept in the database, so that only
 * changes are written, and deleted segments are removed there.
 */
export const segmentInventories = (deps: SegmentDeps): SegmentInventories => {
  const { db, clock, log } = deps
  let routed: ReadonlySet<string> = new Set()

  const attempt = async (segmentId: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.warn(
        { segmentId, reason: messageOf(error) },
        'could not update a segment in placement; will be retried',
      )
    }
  }

  const run = async (stopping: AbortSignal): Promise<void> => {
    const ctx = internalContext()
    const wanted = await wantedSegments(db)
    routed = new Set(wanted.map(({ networkId }) => networkId))
    const reported = await reportedSegments(db)
    for (const segment of wanted) {
      const { id } = segment
      if (stopping.aborted) return
      if (reported.get(id) === JSON.stringify(segment)) continue
      await attempt(id, async () => {
        // Recorded before the first write, so that the segment is removed some day even if the write is interrupted.
        if (!reported.has(id)) await recordSegment(db, id, '')
        await recordSegment(db, id, JSON.stringify(await write(deps, ctx, segment)))
      })
    }
    const kept = new Set(wanted.map(({ id }) => id))
    for (const id of reported.keys())
      if (!kept.has(id) && !stopping.aborted)
        await attempt(id, async () => {
          await deps.placement.removeProvider(ctx, id)
          await deps.aggregates.remove(ctx, nameOf(id))
          await forgetSegment(db, id)
        })
  }

  const work = reconciler({ name: 'segments in placement', everyMs, clock, log, run })
  return { ...work, portsChanged: (networkId) => routed.has(networkId) && work.wake() }
}
