import {
  meteringLabel,
  meteringLabelNotifications,
  meteringLabelOperations,
} from '@nimbo/contracts/network/metering-label'
import { defineErrors, fault } from '@nimbo/kernel/errors'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedBy } from '@nimbo/resource/rows/scopes'
import type { Kysely } from 'kysely'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { index, withColumns } from '../../create-tables.ts'

export const errors = defineErrors({
  MeteringLabelNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Metering label '${id}' does not exist.`,
  ),
})

export const meteringLabels = repository(meteringLabel, { visibleTo: ownedBy(meteringLabel) })

const createTables = async (db: Kysely<unknown>): Promise<void> => {
  const labels = db.schema
    .createTable('metering_labels')
    .addColumn('id', 'text', (column) => column.primaryKey())
  await withColumns(withColumns(labels, 'text', ['project_id', 'name', 'description']), 'integer', [
    'shared',
  ]).execute()
  await index(db, 'metering_labels', 'project_id')
  const rules = db.schema
    .createTable('metering_label_rules')
    .addColumn('id', 'text', (column) => column.primaryKey())
  const prefixes = ['remote_ip_prefix', 'source_ip_prefix', 'destination_ip_prefix']
  await withColumns(withColumns(rules, 'text', ['metering_label_id', 'direction'], prefixes), 'integer', [
    'excluded',
  ])
    .addForeignKeyConstraint(
      'metering_rules_label',
      ['metering_label_id'],
      'metering_labels',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .execute()
  await index(db, 'metering_label_rules', 'metering_label_id')
}

const { create, delete: remove } = simpleUseCases({ repository: meteringLabels, rowOf: (values) => values })

export const meteringLabelRoom = roomOf(
  meteringLabelOperations,
  { repository: meteringLabels, notFound: errors.MeteringLabelNotFound, create, delete: remove },
  {
    migrations: { '0080-metering': createTables },
    notifications: meteringLabelNotifications,
    extensions: [
      extension('metering', 'Neutron Metering', 'Which traffic of routers is told apart'),
      extension(
        'metering_source_and_destination_fields',
        'Metering source and destination filters',
        'Rules about either end',
      ),
    ],
  },
)
