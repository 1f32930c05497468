import type { ActionCommand, ActionOperation } from '@nimbo/contracts/compute/actions/host-action'
import type { StartStates } from '@nimbo/contracts/compute/actions/start-states'
import { pause } from '@nimbo/contracts/compute/actions/pause'
import { restore } from '@nimbo/contracts/compute/actions/restore'
import { resume } from '@nimbo/contracts/compute/actions/resume'
import { start } from '@nimbo/contracts/compute/actions/start'
import { stop } from '@nimbo/contracts/compute/actions/stop'
import { suspend } from '@nimbo/contracts/compute/actions/suspend'
import { triggerCrashDump } from '@nimbo/contracts/compute/actions/trigger-crash-dump'
import { unlock } from '@nimbo/contracts/compute/actions/unlock'
import { unpause } from '@nimbo/contracts/compute/actions/unpause'
import { unrescue } from '@nimbo/contracts/compute/actions/unrescue'
import type { ActionSpec } from '../../panel/action-spec.ts'
import type { Item } from '../../panel/item.ts'
import { refusedInState } from './refused-in-state.ts'

interface ServerAction {
  readonly operation: ActionOperation
  readonly from: StartStates
  readonly command?: ActionCommand
}

/** A server action for the menu. Its contract says in which states it is allowed, and its CLI command. */
export const serverAction = (
  id: string,
  { operation, from, command }: ServerAction,
  more: Omit<ActionSpec, 'id' | 'operation'> = {},
): ActionSpec => ({
  ...{ id, operation, hindered: refusedInState(from) },
  ...(command ? { command: `server ${command.verb}` } : {}),
  ...more,
})

/** Whether a server's vm_state is one of these. */
export const isIn =
  (...states: readonly string[]) =>
  ({ 'OS-EXT-STS:vm_state': state }: Item): boolean =>
    states.includes(String(state))

/** Actions that change the power or lock state. The opposite of the current state is not shown. */
export const powerActions: readonly ActionSpec[] = [
  serverAction('start', start, { batch: true }),
  serverAction('stop', stop, { batch: true, asks: true }),
  serverAction('pause', pause, { batch: true, offered: (server) => !isIn('paused')(server) }),
  serverAction('unpause', unpause, { batch: true, offered: isIn('paused') }),
  serverAction('suspend', suspend, { batch: true, offered: (server) => !isIn('suspended')(server) }),
  serverAction('resume', resume, { batch: true, offered: isIn('suspended') }),
  serverAction('unrescue', unrescue, { offered: isIn('rescued') }),
  serverAction('restore', restore, { batch: true, offered: isIn('soft-delete') }),
  serverAction('crash-dump', triggerCrashDump, { asks: true }),
  serverAction('unlock', unlock, { batch: true, offered: ({ locked }) => locked === true }),
]
