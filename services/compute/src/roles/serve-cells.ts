import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import type { Clock } from '@nimbo/kernel/clock'
import { withDeadline } from '@nimbo/kernel/deadline'
import type { Log } from '@nimbo/kernel/log'
import type { CellMappingRow } from '../db/schema/api-tables.ts'
import { cell0Id } from '../db/cells/cell-mappings.ts'
import type { ServedCell } from './served-cell.ts'

export interface ServeCells {
  readonly cells: () => Promise<readonly CellMappingRow[]>
  readonly serve: (cell: CellMappingRow) => ServedCell
  readonly clock: Clock
  readonly log: Log
  /** How long starting in one cell may delay the others; it continues in the background. */
  readonly timeoutMs: number
}

export interface ServedCells {
  /** Serves the hosts of all cells, including new ones. */
  listen(): Promise<void>
  beginFlows(): Promise<void>
  /** The cells being served. */
  all(): readonly ServedCell[]
  find(cellId: string): ServedCell | undefined
  /** Called when a cell is needed that is not served yet. */
  lookAgain(): void
  stop(): Promise<void>
}

const lookEveryMs = 2_000

/** A key for a cell and its addresses: the conductor of the cell is started again when it changes. */
const addressOf = ({ id, database, transport }: CellMappingRow): string =>
  JSON.stringify([id, database, transport])

/** Runs a conductor in every cell: starts in new ones, stops in deleted ones, and retries those that are down. */
export const serveCells = ({ cells, serve, clock, log, timeoutMs }: ServeCells): ServedCells => {
  const served = new Map<string, { readonly address: string; readonly cell: ServedCell }>()
  let flows = false

  const within = async (what: string, name: string, work: Promise<void>): Promise<void> => {
    try {
      await withDeadline(`${what} of cell ${name}`, timeoutMs, work, clock)
    } catch (error) {
      log.warn(
        { cell: name, error },
        `the ${what} of a cell could not be started in time; the start is tried again`,
      )
    }
  }

  const leave = async (id: string): Promise<void> => {
    const left = served.get(id)
    served.delete(id)
    await left?.cell.stop()
  }

  const takeUp = async (mapping: CellMappingRow): Promise<void> => {
    const address = addressOf(mapping)
    if (served.get(mapping.id)?.address !== address) {
      await leave(mapping.id)
      served.set(mapping.id, { address, cell: serve(mapping) })
    }
    const cell = served.get(mapping.id)?.cell
    if (cell === undefined) return
    // cell0 has no hosts.
    if (mapping.id !== cell0Id) await within('messages', mapping.name, cell.listen())
    if (flows) await within('flows', mapping.name, cell.beginFlows())
  }

  const look = async (): Promise<void> => {
    const known = await cells()
    const ids = new Set(known.map(({ id }) => id))
    for (const id of [...served.keys()]) if (!ids.has(id)) await leave(id)
    await Promise.all(known.map(takeUp))
  }

  const looking: Reconciler = reconciler({
    name: 'serve-cells',
    everyMs: lookEveryMs,
    clock,
    log,
    run: look,
  })

  return {
    listen: look,
    beginFlows: async () => {
      flows = true
      await look()
      looking.start()
    },
    all: () => [...served.values()].map(({ cell }) => cell),
    find: (cellId) => served.get(cellId)?.cell,
    lookAgain: looking.wake,
    stop: async () => {
      await looking.stop()
      await Promise.all([...served.keys()].map(leave))
    },
  }
}
