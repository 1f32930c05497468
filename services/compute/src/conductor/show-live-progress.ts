import type { AmountMoved } from '@nimbo/contracts/compute-rpc/host-conductor'
import { instances } from '../db/servers/instances.ts'
import { migrations } from '../db/server-migrations/migrations.ts'
import type { InCell } from '../flows/flow-deps.ts'
import type { ConductorDeps } from './conductor-deps.ts'

interface Progress {
  readonly serverId: string
  readonly host: string
  readonly migrationId: string
  readonly memory: AmountMoved
  readonly disk: AmountMoved
}

const percentOf = ({ total, processed }: AmountMoved): number =>
  total === 0 ? 0 : Math.floor((100 * processed) / total)

/** Records the progress of a live migration. */
export const showLiveProgress =
  ({ databases, clock, cellId }: Pick<ConductorDeps, 'databases' | 'clock'> & InCell) =>
  async ({ serverId, host, migrationId, memory, disk }: Progress): Promise<void> => {
    const cell = await databases.cell(cellId)
    const shown = await migrations(cell, clock).change(migrationId, {
      from: ['running'],
      to: {
        ...{ memory_total: memory.total, memory_processed: memory.processed },
        ...{ memory_remaining: memory.remaining, disk_total: disk.total },
        ...{ disk_processed: disk.processed, disk_remaining: disk.remaining },
      },
    })
    if (!shown) return
    const from = { host, taskStates: ['migrating'] } as const
    await instances(cell, clock).transition(serverId, { from, to: { progress: percentOf(memory) } })
  }
