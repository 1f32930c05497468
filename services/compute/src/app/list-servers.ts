import type { SortColumn } from '@nimbo/db/keyset'
import type { Clock } from '@nimbo/kernel/clock'
import { buildRequests } from '../db/build-requests.ts'
import { cellMappings } from '../db/cell-mappings.ts'
import type { InstanceRow } from '../db/cell-tables.ts'
import { instanceFields } from '../db/instance-fields.ts'
import { listInstances } from '../db/instance-list.ts'
import { instanceMappings } from '../db/instance-mappings.ts'
import { requestSpecs } from '../db/request-specs.ts'
import { holds } from '../domain/condition.ts'
import { newServer } from '../domain/new-server.ts'
import type { ServerCondition } from '../domain/server-condition.ts'
import { compareRows } from '../domain/server-order.ts'
import { errors } from '../errors.ts'
import type { Databases } from './app.ts'
import { type LocatedServer, locateServer } from './find-server.ts'

export interface ServerPage {
  /** Undefined lists every project's. */
  readonly projectId: string | undefined
  readonly condition: ServerCondition
  /** Lists those that are gone instead, or (with changes-since) as well. */
  readonly deleted: 'no' | 'only' | 'also'
  readonly order: readonly SortColumn[]
  readonly limit: number
  /** Id of the last server of the page before. */
  readonly marker?: string
}

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
}

interface Entry {
  readonly row: InstanceRow
  readonly cellId: string | null
}

/** The whole condition of a page, with whose and which. */
const within = ({ projectId, condition, deleted }: ServerPage): ServerCondition => ({
  all: [
    ...(projectId === undefined ? [] : [{ column: 'project_id', oneOf: [projectId] } as const]),
    ...(deleted === 'no' ? [{ column: 'deleted_at', oneOf: [null] } as const] : []),
    ...(deleted === 'only' ? [{ not: { column: 'deleted_at', oneOf: [null] } } as const] : []),
    condition,
  ],
})

/** Servers on their way to a cell, as rows, so that they are judged like the others. */
const pendingEntries = async ({ databases, clock }: Deps, page: ServerPage): Promise<readonly Entry[]> => {
  const pending = await buildRequests(databases.api, clock).list(page.projectId)
  const specs = await requestSpecs(databases.api, clock).findMany(pending.map(({ build }) => build.serverId))
  return pending.flatMap(({ build }) => {
    const spec = specs.get(build.serverId)
    if (!spec) return []
    const row = instanceFields.toRow({ ...newServer(spec, build), number: 0 }) as InstanceRow
    return [{ row, cellId: null }]
  })
}

const cellsOf = async ({ databases, clock }: Deps, { projectId }: ServerPage): Promise<readonly string[]> =>
  projectId === undefined
    ? (await cellMappings(databases.api, clock).list()).map(({ id }) => id)
    : instanceMappings(databases.api, clock).cellsOf(projectId)

/**
 * One page of servers over all cells and those on their way to one, merged in the asked order. Each cell gives as many as
 * the page holds at most. Throws `MarkerNotFound`.
 */
export const listServers = (deps: Deps) => {
  const locate = locateServer(deps)

  const rowOf = async (marker: string): Promise<InstanceRow> => {
    const located = await locate(marker, { deleted: true })
    if (!located) throw errors.MarkerNotFound({ marker })
    return instanceFields.toRow(located.server) as InstanceRow
  }

  return async (page: ServerPage): Promise<readonly LocatedServer[]> => {
    if (page.limit === 0) return []
    const after = page.marker === undefined ? undefined : await rowOf(page.marker)
    const condition = within(page)
    const compare = compareRows(page.order)
    // Before the cells: a server that enters its cell meanwhile is then seen there, where it was not waiting any more.
    const pending = (await pendingEntries(deps, page)).filter(
      ({ row }) => holds(condition, { ...row }) && (!after || compare({ ...row }, { ...after }) > 0),
    )
    const inCells = await Promise.all(
      (await cellsOf(deps, page)).map(async (cellId) => {
        const cell = await deps.databases.cell(cellId)
        const { order, limit } = page
        const rows = await listInstances(cell, { condition, order, limit, ...(after ? { after } : {}) })
        return rows.map((row): Entry => ({ row, cellId }))
      }),
    )
    const known = new Set(inCells.flat().map(({ row }) => row.id))
    return [...inCells.flat(), ...pending.filter(({ row }) => !known.has(row.id))]
      .sort((one, other) => compare({ ...one.row }, { ...other.row }))
      .slice(0, page.limit)
      .map(({ row, cellId }) => ({ server: instanceFields.fromRow(row), cellId }))
  }
}
