import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instances } from '../../db/servers/instances.ts'
import { type ServerRecord, withDisks } from '../../flows/server-record.ts'
import { behindServer } from '../behind-server.ts'

/** Servers per query. */
const pageSize = 50

interface Cell {
  readonly id: string
  readonly db: Kysely<CellTables>
  readonly clock: Clock
}

const pageBehind = (
  db: Kysely<CellTables>,
  marker: { readonly serverId: string; readonly createdAt: string } | undefined,
) => {
  const query = db
    .selectFrom('instances')
    .select(['id', 'created_at'])
    .where('deleted_at', 'is', null)
    .where('host', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(pageSize)
  return (marker === undefined ? query : query.where(behindServer(marker))).execute()
}

/** A server of a cell with its disks; undefined when it is deleted. */
export const serverOf = async (
  { id: cellId, db, clock }: Cell,
  id: string,
): Promise<ServerRecord | undefined> => {
  const server = await instances(db, clock).find(id)
  return server && withDisks({ clock, cellId }, db, server)
}

/** The servers of a cell that are on a host, oldest first. */
export async function* serversWithHost(cell: Cell): AsyncGenerator<ServerRecord, void, undefined> {
  for (let page = await pageBehind(cell.db, undefined); page.length > 0; ) {
    for (const { id } of page) {
      const server = await serverOf(cell, id)
      if (server !== undefined) yield server
    }
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    page = await pageBehind(cell.db, { serverId: last.id, createdAt: last.created_at })
  }
}
