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
  /** How long the beginning in one cell may keep others waiting; it goes on in the background. */
  readonly timeoutMs: number
}

export interface ServedCells {
  /** Serves the hosts of every cell there is, and of those that come. */
  listen(): Promise<void>
  beginFlows(): Promise<void>
  /** Those that are taken up. */
  all(): readonly ServedCell[]
  find(cellId: string): ServedCell | undefined
  /** A cell is asked for that is not taken up. */
  lookAgain(): void
  stop(): Promise<void>
}

const lookEveryMs = 2_000

/** Two mappings of a cell are served alike when they lead to the same places. */
const addressOf = ({ id, database, transport }: CellMappingRow): string =>
  JSON.stringify([id, database, transport])

/** Keeps a conductor in every cell: takes up new ones, leaves those that are gone, and tries those that are down again. */
export const serveCells = ({ cells, serve, clock, log, timeoutMs }: ServeCells): ServedCells => {
  const served = new Map<string, { readonly address: string; readonly cell: ServedCell }>()
  let flows = false

  const within = async (what: string, name: string, work: Promise<void>): Promise<void> => {
    try {
      await withDeadline(`${what} of cell ${name}`, timeoutMs, work, clock)
    } catch (error) {
      log.warn({ cell: name, error }, `the ${what} of a cell do not answer; they are tried again`)
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
    // No host is in cell0.
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
