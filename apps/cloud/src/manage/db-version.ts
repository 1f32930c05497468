import { schemaState } from '@nimbo/db/open-database'
import type { ManageCommand } from './command.ts'
import { manageCloud } from './managed-host.ts'
import { printTable } from './print-table.ts'
import {
  cellDatabases,
  type KnownDatabase,
  namedServices,
  ownDatabases,
  traceDatabase,
} from './synced-databases.ts'

const rowOf = async ({ name, address, migrations }: KnownDatabase) => {
  const { applied, missing, unknown } = await schemaState(address, migrations)
  const state = unknown.length > 0 ? 'newer' : missing.length > 0 ? 'older' : 'current'
  return { name, version: applied.at(-1) ?? '', state }
}

export const dbVersion: ManageCommand = {
  name: 'db version',
  summary: 'Shows the last migration of each database; exit code 1 when one is not of this version.',
  options: {},
  words: '[SERVICE…]',
  run: async ({ words }, places) => {
    const services = namedServices(words)
    return manageCloud(services, places, async (managed) => {
      const own = ownDatabases(managed, services, words.length === 0)
      const all = [...own, ...traceDatabase(managed, services), ...(await cellDatabases(managed, own))]
      const rows = await Promise.all(all.map(rowOf))
      printTable(
        ['Database', 'Version', 'State'],
        rows.map(({ name, version, state }) => [name, version, state]),
      )
      return rows.every(({ state }) => state === 'current') ? 0 : 1
    })
  },
}
