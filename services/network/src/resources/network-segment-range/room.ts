import {
  networkSegmentRange,
  networkSegmentRangeOperations,
} from '@nimbo/contracts/network/network-segment-range'
import { tagOperations } from '@nimbo/contracts/network/tags'
import type { Kysely } from 'kysely'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { valuesOf } from '../../app/draft.ts'
import { withColumns } from '../../create-tables.ts'
import { createRanges, deleteRange, updateRange } from './change-ranges.ts'
import { errors } from './errors.ts'
import { segmentRanges } from './segment-ranges.ts'

const createTable = async (db: Kysely<unknown>): Promise<void> => {
  const table = db.schema
    .createTable('network_segment_ranges')
    .addColumn('id', 'text', (column) => column.primaryKey())
  const texts = ['name', 'description', 'network_type', 'created_at', 'updated_at']
  const numbers = ['default', 'shared', 'minimum', 'maximum', 'revision_number']
  await withColumns(withColumns(table, 'text', texts, ['project_id', 'physical_network']), 'integer', numbers)
    .addUniqueConstraint('network_segment_ranges_same', [
      ...['default', 'network_type', 'physical_network', 'minimum', 'maximum'],
    ])
    .execute()
}

export const networkSegmentRangeRoom = roomOf(
  networkSegmentRangeOperations,
  {
    repository: segmentRanges,
    notFound: errors.NetworkSegmentRangeNotFound,
    // A missing physical network is stored as an empty text, because unique constraints do not compare nulls.
    derived: () => ({ physical_network: ({ physical_network: name }) => (name === '' ? null : name) }),
    create: (deps) => (ctx, drafts) => createRanges(deps)(ctx, valuesOf(drafts)),
    update: updateRange,
    delete: deleteRange,
  },
  {
    migrations: { '0059-network-segment-ranges': createTable },
    tags: tagOperations(networkSegmentRange, 'NetworkSegmentRangeNotFound'),
    extensions: [
      extension('network-segment-range', 'Neutron Network Segment Range', 'Where networks get their numbers'),
    ],
  },
)
