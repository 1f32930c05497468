import { errors } from '../errors.ts'
import type { Server } from './server.ts'
import type { TaskState, VmState } from './states.ts'

/** When an action may begin. What is left out may be anything. */
export interface Guard {
  readonly vmStates?: readonly VmState[]
  /** `null` stands for no task. */
  readonly taskStates?: readonly (TaskState | null)[]
  /** The server must have run at least once. */
  readonly launched?: true
  /** The server must be on a host. */
  readonly onHost?: true
  /** A lock does not hold it off. */
  readonly lockIgnored?: true
}

const idle: readonly (TaskState | null)[] = [null]
const ready = { taskStates: idle, launched: true } as const
const interfaceStates: readonly VmState[] = ['active', 'paused', 'stopped']
const volumeStates: readonly VmState[] = [
  'active',
  'paused',
  'stopped',
  'resized',
  'soft-delete',
  'shelved',
  'shelved_offloaded',
]
const metadataStates: readonly VmState[] = ['active', 'paused', 'suspended', 'stopped']
const interruptible: readonly (TaskState | null)[] = [
  null,
  'rebooting',
  'reboot_pending',
  'reboot_started',
  'rebooting_hard',
  'unpausing',
  'pausing',
]

/** Nova's table of which action is allowed when. */
export const guards = {
  start: { ...ready, vmStates: ['stopped'], onHost: true },
  stop: { ...ready, vmStates: ['active', 'error'], onHost: true },
  reboot: { ...ready, vmStates: ['active'] },
  'reboot hard': {
    vmStates: ['active', 'stopped', 'paused', 'suspended', 'error'],
    taskStates: interruptible,
    launched: true,
  },
  pause: { ...ready, vmStates: ['active'] },
  unpause: { ...ready, vmStates: ['paused'] },
  attach_volume: { ...ready, vmStates: volumeStates },
  detach_volume: { ...ready, vmStates: volumeStates },
  attach_interface: { ...ready, vmStates: interfaceStates },
  detach_interface: { ...ready, vmStates: interfaceStates },
  update_instance_metadata: { vmStates: metadataStates, launched: true },
  delete_instance_metadata: { vmStates: metadataStates, launched: true },
  delete: {},
  force_delete: {},
  'reset state': { lockIgnored: true },
  'get console output': { onHost: true, lockIgnored: true },
  'get VNC console': { onHost: true, lockIgnored: true },
} as const satisfies Record<string, Guard>

export type GuardedAction = keyof typeof guards

/** The word Nova uses for an action in its refusals. */
const spoken = (action: GuardedAction): string => (action === 'reboot hard' ? 'reboot' : action)

/**
 * Throws Nova's 409 unless `action` may begin on the server as it is now. The states are checked again, as a
 * compare-and-set, when the task is taken on.
 */
export const requireAllowed = (action: GuardedAction, server: Server, byAdmin: boolean): void => {
  const guard: Guard = guards[action]
  const { id } = server
  if (server.locked && !byAdmin && !guard.lockIgnored) throw errors.ServerLocked({ id })
  const refuse = (attribute: string, state: string): never => {
    throw errors.WrongState({ action: spoken(action), id, attribute, state })
  }
  if (guard.vmStates && !guard.vmStates.includes(server.vmState)) refuse('vm_state', server.vmState)
  if (guard.taskStates && !guard.taskStates.includes(server.taskState))
    refuse('task_state', server.taskState ?? 'None')
  if (guard.launched && server.launchedAt === null) refuse('launched_at', 'None')
  if (guard.onHost && server.host === null) throw errors.ServerNotReady({ id })
}
