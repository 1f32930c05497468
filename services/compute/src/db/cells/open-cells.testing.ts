import type { Bus } from '@nimbo/bus/bus'
import { memoryBus } from '@nimbo/bus/memory'
import type { Clock } from '@nimbo/kernel/clock'
import type { ServiceHost } from '@nimbo/service/service-host'
import { type CellAddresses, defaultCells, ensureCells } from './ensure-cells.ts'
import { openCells } from './open-cells.ts'

/** What test cells run on: databases, a clock, and a broker per address. */
export interface CellSetup {
  readonly openDatabase: ServiceHost['openDatabase']
  readonly clock: Clock
  readonly openBus?: (transport: string) => Promise<Bus>
  /** The timeout of a cell's answer, in seconds. */
  readonly cellTimeout?: number
}

/** The cells of a test, each opened at once. */
export const openTestCells = async (
  { openDatabase, clock, openBus = async () => memoryBus(), cellTimeout = 10 }: CellSetup,
  addresses: readonly CellAddresses[] = defaultCells,
) => {
  const host = { openDatabase, clock, openBus }
  await ensureCells(host, addresses)
  const cells = await openCells(host, { database: { cell_timeout: cellTimeout } })
  const everyCell = await Promise.all(
    addresses.map(async ({ id, name }) => ({ id, name, db: await cells.databases.cell(id) })),
  )
  return { cells, databases: cells.databases, everyCell }
}
