import { withGrowingKey } from '@nimbo/db/growing-key'
import type { MigrationSet } from '@nimbo/db/migrate'
import type { Kysely } from 'kysely'

const alarms = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('alarms')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('project_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('state_reason', 'text', (column) => column.notNull())
    .addColumn('severity', 'text', (column) => column.notNull())
    .addColumn('timestamp', 'text', (column) => column.notNull())
    .addColumn('state_timestamp', 'text', (column) => column.notNull())
    .addColumn('evaluate_timestamp', 'text', (column) => column.notNull())
    .addColumn('repeat_actions', 'integer', (column) => column.notNull())
    .addColumn('actions', 'text', (column) => column.notNull())
    .addColumn('time_constraints', 'text', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('counts', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('alarms_by_evaluation')
    .on('alarms')
    .columns(['enabled', 'type', 'evaluate_timestamp'])
    .execute()
  await db.schema.createIndex('alarms_by_project').on('alarms').columns(['project_id', 'id']).execute()
}

export const migrations: MigrationSet = {
  '0001-alarms': async (db) => {
    await alarms(db)
    await withGrowingKey(db, db.schema.createTable('alarm_changes'), 'position')
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('alarm_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('project_id', 'text')
      .addColumn('on_behalf_of', 'text')
      .addColumn('severity', 'text')
      .addColumn('timestamp', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('alarm_changes_by_alarm')
      .on('alarm_changes')
      .columns(['alarm_id', 'position'])
      .execute()
    await db.schema
      .createTable('alarm_quotas')
      .addColumn('project_id', 'text', (column) => column.primaryKey())
      .addColumn('most', 'integer', (column) => column.notNull())
      .execute()
    await withGrowingKey(db, db.schema.createTable('alarm_actions'), 'position')
      .addColumn('alarm_id', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('alarm_actions_due').on('alarm_actions').column('due_at').execute()
  },
}
