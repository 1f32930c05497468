import {
  type NetworkSegmentRange,
  networkSegmentRange,
  type PlainNetworkSegmentRange,
} from '@nimbo/contracts/network/network-segment-range'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Changes } from '@nimbo/resource/describe/kind'
import type { Deps, Owned } from '../../app/deps.ts'
import { created, remove, updated } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { standardValues } from '../../app/standard-values.ts'
import { errors as general } from '../../errors.ts'
import type { Db } from '../../tables.ts'
import { errors } from './errors.ts'
import { segmentRanges, takenIn } from './segment-ranges.ts'

type Range = Pick<NetworkSegmentRange, 'network_type' | 'physical_network' | 'minimum' | 'maximum'>

/** The largest segmentation id of each network type. */
const largest = { vlan: 4094, vxlan: 16_777_215, geneve: 16_777_215 } as const

const checkEligible = ({ network_type: type, physical_network, minimum, maximum }: Range): void => {
  if (type === 'gre') throw errors.NetworkSegmentRangeNetTypeNotSupported({ type })
  if (minimum > maximum || maximum > largest[type])
    throw general.InvalidInput({ reason: `Invalid network ${type} range: '${minimum}:${maximum}'` })
  if (type === 'vlan' && !physical_network)
    throw general.BadRequest({
      resource: 'network_segment_range',
      reason: "Network type vlan requires 'physical_network' to be specified while creating new range",
    })
}

/** Throws when the range overlaps another range made by API. Default ranges may overlap. */
const checkOverlap = async (db: Db, range: Range, own = ''): Promise<void> => {
  const wire = { network_type: [range.network_type], physical_network: [range.physical_network ?? ''] }
  const others = await segmentRanges.list(db, 'all', { ...wire, default: [false] }, { fields: ['id'] })
  const overlapping = others.filter(
    ({ id, minimum, maximum }) => id !== own && minimum <= range.maximum && range.minimum <= maximum,
  )
  if (overlapping.length > 0)
    throw errors.NetworkSegmentRangeOverlaps({ ids: overlapping.map(({ id }) => id) })
}

const checkOwn = ({ id, default: isDefault }: PlainNetworkSegmentRange): void => {
  if (isDefault) throw errors.NetworkSegmentRangeDefaultReadOnly({ id })
}

export const createRanges =
  (deps: Deps) =>
  (ctx: Context, items: readonly Owned<typeof networkSegmentRange>[]): Promise<NetworkSegmentRange[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: NetworkSegmentRange[] = []
      for (const values of items) {
        const physical_network = values.network_type === 'vlan' ? (values.physical_network ?? '') : ''
        const range = { ...values, physical_network }
        checkEligible(range)
        await checkOverlap(inside.db, range)
        const begun = standardValues(deps.clock)
        const project_id = values.shared ? null : values.project_id
        await segmentRanges.insert(inside.db, { ...range, ...begun, project_id, default: false })
        const made = await refreshed(segmentRanges, inside.db, begun.id)
        await created(inside, networkSegmentRange, values, made)
        all.push(made)
      }
      return all
    })

export const updateRange =
  (deps: Deps) =>
  (
    ctx: Context,
    before: NetworkSegmentRange,
    changes: Changes<typeof networkSegmentRange>,
  ): Promise<NetworkSegmentRange> =>
    deps.transaction(ctx, async (inside) => {
      const { db } = inside
      const { id } = before
      checkOwn(before)
      const range = { ...before, ...changes }
      checkEligible(range)
      const left = (await takenIn(db, before)).some(
        (taken) => taken.id < range.minimum || taken.id > range.maximum,
      )
      if (left) throw errors.NetworkSegmentRangeReferencedByProject({ id })
      await checkOverlap(db, range, id)
      await segmentRanges.update(db, id, changes, timestamp(deps.clock))
      const after = await refreshed(segmentRanges, db, id)
      await updated(inside, networkSegmentRange, changes, { before, after })
      return after
    })

export const deleteRange =
  (deps: Deps) =>
  (ctx: Context, found: PlainNetworkSegmentRange): Promise<void> =>
    deps.transaction(ctx, async (inside) => {
      checkOwn(found)
      const { id } = found
      if ((await takenIn(inside.db, found)).length > 0)
        throw errors.NetworkSegmentRangeReferencedByProject({ id })
      await remove(inside, segmentRanges, found)
    })
