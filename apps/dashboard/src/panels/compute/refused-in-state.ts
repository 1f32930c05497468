import type { StartStates } from '@nimbo/contracts/compute/actions/start-states'
import type { StateRefusal } from '../../panel/action-spec.ts'
import { type Item, textAt } from '../../panel/item.ts'

/** Whether a state is in the list; true if there is no list. */
const isAmong = (states: readonly (string | null)[] | undefined, state: string | null): boolean =>
  states === undefined || states.includes(state)

/** Why a server's state does not allow an action, by the start states in the contract of the action. */
export const refusedInState =
  ({ vmStates, taskStates, lockIgnored, launched }: StartStates) =>
  (server: Item): StateRefusal | undefined => {
    const state = textAt(server, 'OS-EXT-STS:vm_state')
    const task = textAt(server, 'OS-EXT-STS:task_state')
    if (server.locked === true && !lockIgnored) return { why: 'locked' }
    if (!isAmong(taskStates, task === '' ? null : task)) return { why: 'task', values: { task } }
    if (!isAmong(vmStates, state)) return { why: 'state', values: { state } }
    const hasRun = textAt(server, 'OS-SRV-USG:launched_at') !== ''
    return launched && !hasRun ? { why: 'notLaunched' } : undefined
  }
