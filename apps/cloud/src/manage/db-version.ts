import { schemaState } from '@nimbo/db/open-database'
import { tableOf } from '@nimbo/service/manage/table'
import type { AnyService } from '@nimbo/service/service'
import type { ManageCommand } from './command.ts'
import { forEachDatabase, type KnownDatabase } from './synced-databases.ts'

const stateOf = async ({ name, address, migrations }: KnownDatabase) => {
  const { applied, missing, unknown } = await schemaState(address, migrations)
  const state = unknown.length > 0 ? 'newer' : missing.length > 0 ? 'older' : 'current'
  return { name, version: applied.at(-1) ?? '', state }
}

export const dbVersion = (services: readonly AnyService[]): ManageCommand => ({
  name: 'db version',
  summary: 'Shows the latest migration of each database.',
  exitCodes: {
    0: 'all databases have the current version',
    1: 'a database is older or newer',
  },
  options: {},
  words: '[SERVICE…]',
  run: async (given, places, say) => {
    const all = await forEachDatabase(services, given, places, stateOf)
    const rows = all.map(({ name, version, state }) => [name, version, state])
    say(tableOf(['Database', 'Version', 'State'], rows))
    return all.every(({ state }) => state === 'current') ? 0 : 1
  },
})
