import type { SortColumn } from '@nimbo/db/keyset'
import type { Clock } from '@nimbo/kernel/clock'
import { buildRequests } from '../../db/servers/build-requests.ts'
import type { InstanceRow } from '../../db/schema/cell-tables.ts'
import { unlessDown } from '../../db/cells/ask-cell.ts'
import type { Databases } from '../../db/cells/databases.ts'
import { instanceFields } from '../../db/servers/instance-fields.ts'
import { listInstances } from '../../db/servers/instance-list.ts'
import { instanceMappings } from '../../db/cells/instance-mappings.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { holds } from '../../domain/server-list/condition.ts'
import type { LostServer } from '../../domain/servers/lost-server.ts'
import { newServer } from '../../domain/servers/new-server.ts'
import type { ServerCondition } from '../../domain/server-list/server-condition.ts'
import { compareRows } from '../../domain/server-list/server-order.ts'
import { errors } from '../../errors.ts'
import { lostServerOf } from './find-lost-server.ts'
import { type LocatedServer, locateServer } from './find-server.ts'

export interface ServerPage {
  /** Undefined lists the servers of all projects. */
  readonly projectId: string | undefined
  readonly condition: ServerCondition
  /** Whether soft-deleted servers are included. */
  readonly softDeleted: boolean
  /** `only` lists deleted servers, `also` (with changes-since) includes them. */
  readonly deleted: 'no' | 'only' | 'also'
  readonly order: readonly SortColumn[]
  readonly limit: number
  /** Id of the last server on the previous page. */
  readonly marker?: string
  /** Include servers of cells that are down, unless a filter needs data that only their cell has. */
  readonly withLost?: boolean
}

/** A listed server, or the known data of one whose cell is down. */
export type ListedServer = LocatedServer | { readonly lost: LostServer }

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
  readonly config: { readonly api: { readonly list_records_by_skipping_down_cells: boolean } }
}

/** An entry of a list with the columns to sort by: a server's row, or only creation time and id if its cell is down. */
interface Entry {
  readonly row: Partial<InstanceRow> & Pick<InstanceRow, 'id' | 'created_at'>
  readonly listed: () => ListedServer
}

const entryOf = (row: InstanceRow, cellId: string | null): Entry => ({
  row,
  listed: () => ({ server: instanceFields.fromRow(row), cellId }),
})

const lostEntry = (lost: LostServer): Entry => ({
  row: { id: lost.id, created_at: lost.createdAt },
  listed: () => ({ lost }),
})

/** The complete condition of a page. */
const within = ({ projectId, condition, deleted, softDeleted }: ServerPage): ServerCondition => ({
  all: [
    ...(projectId === undefined ? [] : [{ column: 'project_id', oneOf: [projectId] } as const]),
    ...(softDeleted ? [] : [{ not: { column: 'vm_state', oneOf: ['soft-delete'] } } as const]),
    ...(deleted === 'no' ? [{ column: 'deleted_at', oneOf: [null] } as const] : []),
    ...(deleted === 'only' ? [{ not: { column: 'deleted_at', oneOf: [null] } } as const] : []),
    condition,
  ],
})

/** Servers without a cell, as rows, so that filters apply to them like to others. */
const pendingEntries = async ({ databases, clock }: Deps, page: ServerPage): Promise<readonly Entry[]> => {
  const pending = await buildRequests(databases.api, clock).list(page.projectId)
  const specs = await requestSpecs(databases.api, clock).findMany(pending.map(({ build }) => build.serverId))
  return pending.flatMap(({ build }) => {
    const spec = specs.get(build.serverId)
    if (!spec) return []
    const row = instanceFields.toRow({ ...newServer(spec, build), number: 0 }) as InstanceRow
    return [entryOf(row, null)]
  })
}

const cellsOf = async ({ databases, clock }: Deps, { projectId }: ServerPage): Promise<readonly string[]> =>
  projectId === undefined
    ? (await databases.cells()).map(({ id }) => id)
    : instanceMappings(databases.api, clock).cellsOf(projectId)

/**
 * Whether servers known only by creation time and id can be sorted into the page: it has the default order and no
 * filters.
 */
const tellsLost = ({ withLost, condition, deleted, order }: ServerPage): boolean =>
  withLost === true &&
  deleted === 'no' &&
  'all' in condition &&
  condition.all.length === 0 &&
  order.map(({ column }) => column).join() === 'created_at,id'

/** The servers of a cell that is down, from the API database. Throws `CellsIncomplete` if lists must not skip such cells. */
const entriesOfDownCell = async (
  { databases, clock, config }: Deps,
  page: ServerPage,
  cellId: string,
  after: Entry['row'] | undefined,
): Promise<readonly Entry[]> => {
  if (!config.api.list_records_by_skipping_down_cells) throw errors.CellsIncomplete({ cellId })
  if (!tellsLost(page)) return []
  const mappings = await instanceMappings(databases.api, clock).inCell(cellId, {
    projectId: page.projectId,
    limit: page.limit,
    order: page.order[0]?.direction ?? 'desc',
    after: after && { id: after.id, createdAt: after.created_at },
  })
  return mappings.map((mapping) => lostEntry(lostServerOf(mapping, cellId)))
}

/**
 * One page of servers over all cells and those without a cell yet, merged in the requested order. Each cell returns at
 * most a full page; for a cell that is down, the API database's data is used. Throws `MarkerNotFound`.
 */
export const listServers = (deps: Deps) => {
  const { databases, clock } = deps
  const locate = locateServer(deps)

  const rowOf = async (marker: string, page: ServerPage): Promise<Entry['row']> => {
    const mapping = await instanceMappings(databases.api, clock).find(marker)
    const located = await unlessDown(locate(marker, { deleted: true }).then((found) => found ?? 'nowhere'))
    if (mapping === undefined || located === 'nowhere' || (located === undefined && !tellsLost(page)))
      throw errors.MarkerNotFound({ marker })
    if (located === undefined)
      return { id: mapping.server_id as InstanceRow['id'], created_at: mapping.created_at }
    return instanceFields.toRow(located.server) as InstanceRow
  }

  return async (page: ServerPage): Promise<readonly ListedServer[]> => {
    if (page.limit === 0) return []
    const after = page.marker === undefined ? undefined : await rowOf(page.marker, page)
    const condition = within(page)
    const compare = compareRows<Entry['row']>(page.order)
    // Read before the cells, so that a server entering its cell meanwhile is seen there instead of being missed.
    const pending = (await pendingEntries(deps, page)).filter(
      ({ row }) => holds(condition, { ...row }) && (!after || compare(row, after) > 0),
    )
    const { order, limit } = page
    const inCells = await Promise.all(
      (await cellsOf(deps, page)).map(async (cellId) => {
        const asked = databases.ask(cellId, (cell) =>
          listInstances(cell, { condition, order, limit, ...(after ? { after } : {}) }),
        )
        const rows = await unlessDown(asked)
        return rows?.map((row) => entryOf(row, cellId)) ?? entriesOfDownCell(deps, page, cellId, after)
      }),
    )
    const known = new Set(inCells.flat().map(({ row }) => row.id))
    return [...inCells.flat(), ...pending.filter(({ row }) => !known.has(row.id))]
      .sort((one, other) => compare(one.row, other.row))
      .slice(0, page.limit)
      .map(({ listed }) => listed())
  }
}
