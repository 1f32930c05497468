import { shelveOffload as action } from '@nimbo/contracts/compute/actions/shelve-offload'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { overdueInstances } from '../../db/servers/overdue-instances.ts'
import { offloadServerFlow } from '../../domain/flow-kinds.ts'
import { beginOffload } from '../../flows/offload-server/begin-offload.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { takeOn } from '../actions/take-on.ts'
import type { ComputeApiDeps } from '../app.ts'
import { askEachCell } from '../every-cell.ts'
import type { LocatedServer } from '../servers/find-server.ts'

/** Removes a shelved server from its host. */
export const offloadServer = (deps: ActionDeps) => {
  const take = takeOn(deps)
  return (ctx: Context, located: LocatedServer): Promise<void> =>
    take(ctx, located, { action, flow: offloadServerFlow, input: { serverId: located.server.id } })
}

/** How many servers are offloaded per run; the next run offloads the rest. */
const mostAtOnce = 100

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'notices' | 'config'>

/** Offloads servers shelved longer than `shelved_offload_time`. */
export const offloadShelved =
  ({ databases, clock, notices, config }: Deps) =>
  async (): Promise<void> => {
    const until = new Date(clock.now() - config.DEFAULT.shelved_offload_time * 1000).toISOString()
    const cells = await askEachCell({ databases }, (cell) =>
      overdueInstances(cell).shelvedUntil(until, mostAtOnce),
    )
    for (const { cellId, answer: shelved } of cells) {
      if (shelved === undefined) continue
      const cell = await databases.cell(cellId)
      for (const server of shelved)
        await beginOffload({ clock, notices }, internalContext(), { server, cell, cellId })
    }
  }
