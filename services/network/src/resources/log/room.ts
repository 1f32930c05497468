import { listLoggableResources, logNotifications, logOperations } from '@nimbo/contracts/network/log'
import { handlersOf } from '@nimbo/http/handle'
import type { Kysely } from 'kysely'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import type { Deps } from '../../app/deps.ts'
import { valuesOf } from '../../app/draft.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { index, standard, withColumns } from '../../create-tables.ts'
import { loggable } from './check-log.ts'
import { createLogs } from './create-logs.ts'
import { errors } from './errors.ts'
import { logs } from './logs.ts'

/** Logs are deleted with their target. */
const createTable = async (db: Kysely<unknown>): Promise<void> => {
  const table = withColumns(
    standard(db, 'logs'),
    'text',
    ['name', 'description', 'resource_type', 'event'],
    ['resource_id', 'target_id'],
  )
  await withColumns(table, 'integer', ['enabled'])
    .addForeignKeyConstraint('logs_group', ['resource_id'], 'security_groups', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addForeignKeyConstraint('logs_port', ['target_id'], 'ports', ['id'], (key) => key.onDelete('cascade'))
    .execute()
  for (const column of ['project_id', 'resource_id', 'target_id']) await index(db, 'logs', column)
}

const handle = handlersOf<Deps>()({})

export const logRoom = roomOf(
  logOperations,
  {
    ...simpleUseCases({ repository: logs, rowOf: (values) => values }),
    create: (deps) => (ctx, drafts) => createLogs(deps)(ctx, valuesOf(drafts)),
    repository: logs,
    notFound: errors.LogResourceNotFound,
  },
  {
    migrations: { '0092-logs': createTable },
    notifications: logNotifications,
    routes: [handle(listLoggableResources, async () => ({ loggable_resources: [{ type: loggable }] }))],
    extensions: [
      extension('logging', 'Logging API Extension', 'What security groups let through, or do not'),
    ],
  },
)
