import type { Clock } from '@nimbo/kernel/clock'
import { defineErrors, fault } from '@nimbo/kernel/errors'
import type { Kysely } from 'kysely'
import type { ApiTables, CellMappingRow } from '../schema/api-tables.ts'
import { cellMappings } from './cell-mappings.ts'

const errors = defineErrors({
  CellUnknown: fault<{ name: string }>('notFound', ({ name }) => `There is no cell named ${name}.`),
})

/** The cell mappings, cached for a short time. */
export interface KnownCells {
  /** All cells, cell0 first. */
  list(): Promise<readonly CellMappingRow[]>
  /** Reads again when the cell is not cached. Throws `CellUnknown`. */
  find(cellId: string): Promise<CellMappingRow>
}

/** The longest delay until a new or changed cell is used. */
const freshMs = 2_000

/** Caches the cell mappings, so that new cells are noticed without a restart. */
export const knownCells = (api: Kysely<ApiTables>, clock: Clock): KnownCells => {
  let read: { readonly at: number; readonly cells: Promise<readonly CellMappingRow[]> } | undefined
  const readAnew = (): Promise<readonly CellMappingRow[]> => {
    const reading = { at: clock.now(), cells: cellMappings(api, clock).list() }
    reading.cells.catch(() => {
      if (read === reading) read = undefined
    })
    read = reading
    return reading.cells
  }
  const list = (): Promise<readonly CellMappingRow[]> =>
    read !== undefined && clock.now() - read.at < freshMs ? read.cells : readAnew()
  return {
    list,
    find: async (cellId) => {
      const isMeant = ({ id }: CellMappingRow) => id === cellId
      const found = (await list()).find(isMeant) ?? (await readAnew()).find(isMeant)
      if (found === undefined) throw errors.CellUnknown({ name: cellId })
      return found
    },
  }
}
