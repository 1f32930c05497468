import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { tableOf } from '@nimbo/service/manage/table'
import { allOnlineMigrations } from '../../online-migrations/all-online-migrations.ts'
import type { OnlineMigration } from '../../online-migrations/online-migration.ts'
import { type OnlineMigrated, runOnlineMigrations } from '../../online-migrations/run-online-migrations.ts'
import { countOf } from '../count-of.ts'

/** nova-manage's exit codes. */
const exitCodes = { none: 0, some: 1, failed: 2, invalid: 127, unexpected: 255 }

const exitCodeOf = ({ failed, lastDone }: OnlineMigrated): number => {
  if (lastDone > 0) return exitCodes.some
  return failed ? exitCodes.failed : exitCodes.none
}

/** The command for these migrations. */
export const onlineDataMigrations = (migrations: readonly OnlineMigration[]): ServiceCommand => ({
  name: 'db online_data_migrations',
  summary: 'Migrates stored data while the services run.',
  details: 'To be run after db sync and the upgrade of all services, until it exits with 0.',
  exitCodes: {
    0: 'nothing is left to migrate',
    1: 'rows were migrated, and there may be more',
    2: 'migrations failed, and no other made progress',
    127: '--max-count is not a positive integer',
  },
  options: {
    'max-count': { type: 'string', value: 'N', help: 'maximum number of rows to migrate (all)' },
  },
  errorCode: exitCodes.unexpected,
  run: async (given, managed, say) => {
    const maxCount = countOf(given.text('max-count'), exitCodes.invalid)
    if (migrations.length === 0) {
      say('This version has no online data migrations: nothing is left to migrate.\n')
      return exitCodes.none
    }
    const done = await runOnlineMigrations(managed.databases(), migrations, maxCount, (line) =>
      say(`${line}\n`),
    )
    const rows = done.progress.map((one) => [one.name, String(one.found), String(one.done)])
    say(tableOf(['Migration', 'Total Needed', 'Completed'], rows))
    return exitCodeOf(done)
  },
})

export const onlineDataMigrationsCommand = onlineDataMigrations(allOnlineMigrations)
