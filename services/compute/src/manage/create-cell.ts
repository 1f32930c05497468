import { newId } from '@nimbo/kernel/ids'
import { cell0Id, cellMappings } from '../db/cell-mappings.ts'
import { cellSchema } from '../schema.ts'
import type { DatabaseHost } from './cells-of.ts'
import { chosenCells, openApi } from './find-cell.ts'

export interface NewCell {
  readonly id?: string
  readonly name: string
  readonly database: string
  readonly transport: string
}

/**
 * Adds a cell, whose database must be there and is of today when `host` has opened it; resolves to its id, or to nothing
 * when another cell has that database or that broker.
 */
export const createCell = async (host: DatabaseHost, cell: NewCell): Promise<string | undefined> => {
  const known = await chosenCells(host, undefined)
  if (known.some(({ database, transport }) => database === cell.database || transport === cell.transport))
    return undefined
  const id = cell.id ?? newId<never>()
  await host.openDatabase(cell.database, cellSchema)
  const { name, database, transport } = cell
  await cellMappings(await openApi(host), host.clock).ensure({ id, name, database, transport })
  return id
}

/** cell0 has no hosts, and so no broker. */
const noTransport = 'none:///'

/** Says where the servers are kept that no host could take; false when that has been said before. */
export const mapCell0 = async (host: DatabaseHost, database: string): Promise<boolean> => {
  if ((await chosenCells(host, cell0Id)).length > 0) return false
  await host.openDatabase(database, cellSchema)
  await cellMappings(await openApi(host), host.clock).ensure({
    id: cell0Id,
    name: 'cell0',
    database,
    transport: noTransport,
  })
  return true
}
