import type { VmState } from '@nimbo/contracts/compute/states'
import { internalContext } from '@nimbo/kernel/context'
import { instances } from '../db/servers/instances.ts'
import { powerStates } from '../driver/hypervisor.ts'
import type { InCell } from '../flows/flow-deps.ts'
import type { ConductorDeps } from './conductor-deps.ts'

/** The VM state after the guest changed its power state by itself; undefined if the change is not recorded. */
const restsIn = (vmState: VmState, powerState: number): VmState | undefined => {
  if (vmState !== 'active' && vmState !== 'paused' && vmState !== 'stopped') return undefined
  switch (powerState) {
    case powerStates.running:
      return 'active'
    case powerStates.paused:
      return vmState === 'stopped' ? undefined : 'paused'
    case powerStates.shutdown:
    case powerStates.crashed:
    case powerStates.noState:
      return 'stopped'
    default:
      return undefined
  }
}

/**
 * Updates a server whose guest changed its power state by itself. Does nothing while the server has a task, which sets
 * the power state itself.
 */
export const watchPower =
  ({ databases, clock, notices, cellId }: Pick<ConductorDeps, 'databases' | 'clock' | 'notices'> & InCell) =>
  async (serverId: string, host: string, powerState: number): Promise<void> => {
    const cell = await databases.cell(cellId)
    const server = await instances(cell, clock).findPart(serverId, ['vmState', 'powerState'])
    if (server === undefined) return
    const { vmState } = server
    const next = restsIn(vmState, powerState)
    if (next === undefined || (next === vmState && powerState === server.powerState)) return
    await notices.together(cell, (trx) =>
      notices.transitioning(trx, internalContext(), serverId, {
        from: { vmStates: [vmState], taskStates: [null], host },
        to: { vmState: next, powerState },
      }),
    )
  }
