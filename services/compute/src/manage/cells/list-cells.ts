import type { DatabaseHost } from '../cells-of.ts'
import { cellDatabases } from './cell-databases.ts'

export interface ListedCell {
  readonly id: string
  readonly name: string
  readonly database: string
  readonly transport: string
  readonly disabled: boolean
}

/** An address without its password, to be shown: `postgresql://nova:****@db/nova_cell1`. */
export const withoutPassword = (address: string): string =>
  address.replace(/(:\/\/[^:@/]*):[^@]*@/g, '$1:****@').replace(/(,[^:@/,]*):[^@,]*@/g, '$1:****@')

/** Every cell, cell0 first; addresses with their passwords only where asked for. */
export const listCells = async (
  host: DatabaseHost,
  { verbose = false }: { readonly verbose?: boolean } = {},
): Promise<readonly ListedCell[]> => {
  const shown = verbose ? (address: string) => address : withoutPassword
  return (await (await cellDatabases(host)).list()).map(({ id, name, database, transport, disabled }) => ({
    ...{ id, name, disabled: disabled !== 0 },
    ...{ database: shown(database), transport: shown(transport) },
  }))
}
