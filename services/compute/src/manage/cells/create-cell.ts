import { newId } from '@nimbo/kernel/ids'
import { cell0Id, cellMappings } from '../../db/cells/cell-mappings.ts'
import { cellMigrations } from '../../db/schema/cell-migrations.ts'
import { type CellClash, clashWith } from './cell-clash.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { chosenCells, openApi } from '../find-cell.ts'

export interface NewCell {
  /** The name; the cell's id by default. */
  readonly name: string | undefined
  readonly database: string
  readonly transport: string
  /** Whether to exclude the cell from scheduling. */
  readonly disabled: boolean
}

export type CellCreation =
  | { readonly outcome: 'created'; readonly id: string }
  | { readonly outcome: 'taken'; readonly clash: CellClash }

/** Adds a cell. Its database must exist; it is migrated when `host` opens it. */
export const createCell = async (host: DatabaseHost, cell: NewCell): Promise<CellCreation> => {
  const id = newId<never>()
  const wish = { ...cell, name: cell.name ?? id }
  const clash = clashWith(await chosenCells(host, undefined), wish)
  if (clash) return { outcome: 'taken', clash }
  await host.openDatabase(cell.database, cellMigrations)
  await cellMappings(await openApi(host), host.clock).ensure({ id, ...wish })
  return { outcome: 'created', id }
}

/** cell0 has no hosts and needs no broker. */
const noTransport = 'none:///'

/** Sets the database of cell0; false when it is set already. */
export const mapCell0 = async (host: DatabaseHost, database: string): Promise<boolean> => {
  if ((await chosenCells(host, cell0Id)).length > 0) return false
  await host.openDatabase(database, cellMigrations)
  await cellMappings(await openApi(host), host.clock).ensure({
    id: cell0Id,
    name: 'cell0',
    database,
    transport: noTransport,
  })
  return true
}
