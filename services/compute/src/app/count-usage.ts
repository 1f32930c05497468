import type { Clock } from '@nimbo/kernel/clock'
import { cell0Id } from '../db/cell-mappings.ts'
import { instanceMappings } from '../db/instance-mappings.ts'
import { cellUsage, pendingUsage } from '../db/usage.ts'
import type { ServerUsage } from '../domain/server-usage.ts'
import type { Databases } from './app.ts'

const add = (one: ServerUsage, other: ServerUsage): ServerUsage => ({
  instances: one.instances + other.instances,
  cores: one.cores + other.cores,
  ram: one.ram + other.ram,
})

/** What a project uses over all cells, servers on their way to one included. Those in cell0 use nothing. */
export const countUsage =
  ({ databases, clock }: { readonly databases: Databases; readonly clock: Clock }) =>
  async (projectId: string): Promise<ServerUsage> => {
    const cellIds = await instanceMappings(databases.api, clock).cellsOf(projectId)
    const usages = await Promise.all(
      cellIds
        .filter((id) => id !== cell0Id)
        .map(async (id) => cellUsage(await databases.cell(id), projectId)),
    )
    return usages.reduce(add, await pendingUsage(databases.api, projectId))
  }
