import type { Clock } from '@nimbo/kernel/clock'
import { cell0Id } from '../../db/cells/cell-mappings.ts'
import { unlessDown } from '../../db/cells/ask-cell.ts'
import type { Databases } from '../../db/cells/databases.ts'
import { instanceMappings } from '../../db/cells/instance-mappings.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { cellUsage, pendingUsage } from '../../db/usage/usage.ts'
import type { ServerUsage } from '../../domain/quotas/server-usage.ts'

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
}

/** More servers than any project's quota allows in one cell. */
const mostCounted = 10_000

const add = (one: ServerUsage, other: ServerUsage): ServerUsage => ({
  instances: one.instances + other.instances,
  cores: one.cores + other.cores,
  ram: one.ram + other.ram,
})

interface Lost {
  readonly projectId: string
  readonly userId: string | undefined
  readonly besides: readonly string[]
}

/** The usage of servers whose cell is down, by the flavors in their request specs; a later resize is not visible. */
const lostUsage = async (
  { databases, clock }: Deps,
  cellId: string,
  { projectId, userId, besides }: Lost,
): Promise<ServerUsage> => {
  const page = { projectId, order: 'asc', limit: mostCounted } as const
  const all = await instanceMappings(databases.api, clock).inCell(cellId, page)
  const counted = new Set(besides)
  const mappings = all.filter(
    ({ server_id, user_id }) => !counted.has(server_id) && (userId === undefined || user_id === userId),
  )
  const specs = await requestSpecs(databases.api, clock).findMany(mappings.map(({ server_id }) => server_id))
  return [...specs.values()]
    .map(({ flavor }) => ({ instances: 0, cores: flavor.vcpus, ram: flavor.memoryMb }))
    .reduce(add, { instances: mappings.length, cores: 0, ram: 0 })
}

/**
 * A project's usage over all cells, or that of one user within it, including servers without a cell yet. Servers in cell0
 * use nothing; those of a cell that is down count as requested.
 *
 * A server's mapping names its cell before the cell has its row, and its build request is deleted only after that. So build
 * requests are read first, and a server with one is counted by it and not in its cell. Otherwise servers that are entering
 * a cell would be counted twice or not at all.
 */
export const countUsage =
  (deps: Deps) =>
  async (projectId: string, userId?: string): Promise<ServerUsage> => {
    const { databases, clock } = deps
    const pending = await pendingUsage(databases.api, projectId, userId)
    const besides = pending.map(({ serverId }) => serverId)
    const ofUser = userId === undefined ? {} : { userId }
    const cellIds = await instanceMappings(databases.api, clock).cellsOf(projectId)
    const usages = await Promise.all(
      cellIds
        .filter((id) => id !== cell0Id)
        .map(
          async (id) =>
            (await unlessDown(
              databases.ask(id, (cell) => cellUsage(cell, projectId, { ...ofUser, besides })),
            )) ?? lostUsage(deps, id, { projectId, userId, besides }),
        ),
    )
    return [...usages, ...pending].reduce(add, { instances: 0, cores: 0, ram: 0 })
  }
