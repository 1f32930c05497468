import {
  type NetworkSegmentRange,
  networkSegmentRange,
  type RangedType,
} from '@nimbo/contracts/network/network-segment-range'
import { repository } from '@nimbo/resource/rows/repository'
import { knownToAll } from '@nimbo/resource/rows/scopes'
import type { Db } from '../../tables.ts'

/** A used segmentation id and the project of its network. */
interface Taken {
  readonly id: number
  readonly project: string
}

type Range = Pick<NetworkSegmentRange, 'network_type' | 'physical_network' | 'minimum' | 'maximum'>

/** The used segmentation ids of a range, in order. */
export const takenIn = async (db: Db, range: Range): Promise<Taken[]> => {
  const { network_type: type, physical_network: physical } = range
  // This cloud has no GRE networks.
  if (type === 'gre') return []
  const rows = await db
    .selectFrom('networks')
    .select(['provider_segmentation_id', 'project_id'])
    .where('provider_network_type', '=', type)
    .where('provider_segmentation_id', '>=', range.minimum)
    .where('provider_segmentation_id', '<=', range.maximum)
    .where((where) =>
      physical
        ? where('provider_physical_network', '=', physical)
        : where('provider_physical_network', 'is', null),
    )
    .orderBy('provider_segmentation_id')
    .execute()
  return rows.map(({ provider_segmentation_id, project_id }) => ({
    id: provider_segmentation_id ?? 0,
    project: project_id,
  }))
}

/** Maps the ranges with these ids, each with its used segmentation ids. */
const eachWithTaken = async <Value>(
  db: Db,
  ids: readonly string[],
  pick: (range: Range, taken: readonly Taken[]) => Value,
): Promise<Map<string, Value>> => {
  const rows = await db
    .selectFrom('network_segment_ranges')
    .select(['id', 'network_type', 'physical_network', 'minimum', 'maximum'])
    .where('id', 'in', ids)
    .execute()
  const all = new Map<string, Value>()
  for (const { id, ...range } of rows) all.set(id, pick(range, await takenIn(db, range)))
  return all
}

const freeIn = ({ minimum, maximum }: Range, taken: readonly Taken[]): number[] => {
  const gone = new Set(taken.map(({ id }) => id))
  const all = Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index)
  return all.filter((id) => !gone.has(id))
}

export const segmentRanges = repository(networkSegmentRange, {
  visibleTo: knownToAll,
  apart: {
    used: {
      read: (db: Db, ids) =>
        eachWithTaken(db, ids, (_range, taken) =>
          Object.fromEntries(taken.map(({ id, project }) => [String(id), project])),
        ),
      none: {},
    },
    available: { read: (db: Db, ids) => eachWithTaken(db, ids, freeIn), none: [] },
  },
})

/** The ranges from which a project's network may get its segmentation id; the project's own come first. */
export const rangesFor = async (
  db: Db,
  type: RangedType,
  projectId: string,
): Promise<readonly Pick<NetworkSegmentRange, 'physical_network' | 'minimum' | 'maximum'>[]> => {
  const found = await segmentRanges.list(db, 'all', { network_type: [type] }, { fields: ['minimum'] })
  const own = found.filter(({ shared, project_id }) => !shared && project_id === projectId)
  return [...own, ...found.filter(({ shared }) => shared)]
}
