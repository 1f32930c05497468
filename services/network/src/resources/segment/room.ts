import { randomUUID } from 'node:crypto'
import { segmentNotifications, segmentOperations, segmentTags } from '@nimbo/contracts/network/segment'
import { type Kysely, sql } from 'kysely'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { valuesOf } from '../../app/draft.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { withColumns } from '../../create-tables.ts'
import { createReportedSegments } from '../../resource-providers/reported-segments.ts'
import { createSegments } from './create-segments.ts'
import { errors } from './errors.ts'
import { segments } from './segments.ts'

interface OlderNetwork {
  readonly id: string
  readonly type: string
  readonly physical: string | null
  readonly number: number | null
  readonly wire: string
  readonly created_at: string
  readonly updated_at: string
}

/** Creates the first segment of each existing network. */
const createSegmentsTable = async (db: Kysely<unknown>): Promise<void> => {
  const table = db.schema.createTable('segments').addColumn('id', 'text', (column) => column.primaryKey())
  const texts = ['network_id', 'name', 'description', 'network_type', 'created_at', 'updated_at', 'wire']
  await withColumns(
    withColumns(table, 'text', texts, ['physical_network']),
    'integer',
    ['revision_number'],
    ['segmentation_id'],
  )
    .addForeignKeyConstraint('segments_network', ['network_id'], 'networks', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addUniqueConstraint('segments_wire', ['wire'])
    .execute()
  await db.schema.createIndex('segments_network_id').on('segments').column('network_id').execute()
  await db.schema.alterTable('subnets').addColumn('segment_id', 'text').execute()
  await db.schema
    .alterTable('networks')
    .addColumn('l2_adjacency', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  const { rows } = await sql<OlderNetwork>`
    select id, provider_network_type as type, provider_physical_network as physical,
      provider_segmentation_id as number, segment as wire, created_at, updated_at from networks`.execute(db)
  for (const { id, type, physical, number, wire, created_at, updated_at } of rows)
    await sql`
      insert into segments (id, network_id, name, description, network_type, physical_network,
        segmentation_id, wire, revision_number, created_at, updated_at)
      values (${randomUUID()}, ${id}, '', '', ${type}, ${physical}, ${number}, ${wire}, 1, ${created_at},
        ${updated_at})`.execute(db)
}

const { update, delete: remove } = simpleUseCases({
  repository: segments,
  rowOf: ({ project_id: _nobodys, ...values }) => values,
})

export const segmentRoom = roomOf(
  segmentOperations,
  {
    create: (deps) => (ctx, drafts) => createSegments(deps)(ctx, valuesOf(drafts)),
    update,
    delete: remove,
    repository: segments,
    derived: () => ({ name: ({ name }) => (name === '' ? null : name) }),
    notFound: errors.SegmentNotFound,
  },
  {
    migrations: { '0093-segments': createSegmentsTable, '0097-reported-segments': createReportedSegments },
    notifications: segmentNotifications,
    tags: segmentTags,
    extensions: [
      extension('segment', 'Segment', 'The wires of a network'),
      extension('standard-attr-segment', 'Standard Attribute Segment', 'Revisions and times of segments'),
    ],
  },
)
