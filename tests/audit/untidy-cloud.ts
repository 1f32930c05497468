import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Drivers } from '@nimbo/cloud/drivers'
import type { StateDirectory } from '@nimbo/cloud/state-directory'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { apiMigrations } from '@nimbo/compute/db/schema/api-migrations'
import type { ApiTables } from '@nimbo/compute/db/schema/api-tables'
import { cellMigrations } from '@nimbo/compute/db/schema/cell-migrations'
import type { CellTables } from '@nimbo/compute/db/schema/cell-tables'
import type { MigrationSet } from '@nimbo/db/migrate'
import { openDatabase } from '@nimbo/db/open-database'
import { systemClock } from '@nimbo/kernel/clock'
import { withDeadline } from '@nimbo/kernel/deadline'
import { silentLog } from '@nimbo/kernel/log'
import { cloudDatabases } from '@nimbo/testkit/cloud-databases'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Kysely } from 'kysely'
import { openStock, type UntidyBooks, untidyBooks } from './untidy-books.ts'

/** A cloud in one process with two hosts, `fake-1` and `fake-2`, in whose databases tests make inconsistencies. */
export interface UntidyCloud extends UntidyBooks, AsyncDisposable {
  readonly cloud: TestCloud
}

const settledWithinMs = 60_000

const openBooks = async ({ state }: TestCloud) => {
  const { url } = cloudDatabases(state.path, await state.directory('databases'))
  const open = async <Tables>(name: string, migrations: MigrationSet): Promise<Kysely<Tables>> =>
    openDatabase<Tables>(await url(name, migrations), migrations)
  return {
    api: await open<ApiTables>('nova_api', apiMigrations),
    cell0: await open<CellTables>('nova_cell0', cellMigrations),
    cell: await open<CellTables>('nova_cell1', cellMigrations),
  }
}

/**
 * Hosts that stop reporting when told to, and do not count as down because of it: each report would also repair some
 * inconsistencies, before the audit has seen them.
 */
const hostsThatFallSilent = () => {
  let silent = false
  const quietened = ({ host, driver }: Drivers['hypervisors'][number]) => {
    const inventory = async () => {
      if (silent) throw new Error('this host keeps silent')
      return driver.host.inventory()
    }
    return { host, driver: { ...driver, host: { ...driver.host, inventory } } }
  }
  return {
    drivers: async (state: StateDirectory): Promise<Drivers> => {
      const etc = join(await state.directory('etc'), 'nova')
      await mkdir(etc)
      await writeFile(join(etc, 'nova.conf'), '[DEFAULT]\nservice_down_time = 86400\n')
      const drivers = await fakeDrivers({ state, clock: systemClock, log: silentLog }, 2)
      return { ...drivers, hypervisors: drivers.hypervisors.map(quietened) }
    },
    fallSilent: () => {
      silent = true
    },
  }
}

export const startUntidyCloud = async (): Promise<UntidyCloud> => {
  const { drivers, fallSilent } = hostsThatFallSilent()
  const cloud = await startTestCloud({ drivers })
  fallSilent()
  const { admin } = cloud
  const books = await openBooks(cloud)
  const place = {
    ...{ admin, ...books, hosts: ['fake-1', 'fake-2'] as const },
    disksOf: async (host: string) => join(await cloud.state.directory('instances'), host),
    // A parked flow that a test has left must not block all tests after it.
    settled: () => withDeadline('the end of all work', settledWithinMs, cloud.settled()),
  }
  return {
    ...untidyBooks(place, await openStock(admin)),
    cloud,
    [Symbol.asyncDispose]: async () => {
      for (const book of Object.values(books)) await book.destroy()
      await cloud[Symbol.asyncDispose]()
    },
  }
}
