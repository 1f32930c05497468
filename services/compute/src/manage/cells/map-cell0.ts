import { cell0Id, cellMappings } from '../../db/cell-mappings.ts'
import { cellSchema } from '../../schema.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { cellDatabases } from './cell-databases.ts'

/** Nothing listens there: cell0 has no hosts. */
export const noTransport = 'none:///'

/** Makes the database of that address cell0, where servers are that no host could take. One that is there stays as it is. */
export const mapCell0 = async (host: DatabaseHost, database: string): Promise<'mapped' | 'known'> => {
  const { api, find } = await cellDatabases(host)
  if ((await find(cell0Id)) !== undefined) return 'known'
  await host.openDatabase(database, cellSchema)
  const cell0 = { id: cell0Id, name: 'cell0', database, transport: noTransport }
  await cellMappings(api, host.clock).ensure(cell0)
  return 'mapped'
}
