import type { TaskState, VmState } from '@nimbo/contracts/compute/states'

const resizing = {
  resize_prep: 'RESIZE',
  resize_migrating: 'RESIZE',
  resize_migrated: 'RESIZE',
  resize_finish: 'RESIZE',
}
const rebuilding = {
  rebuilding: 'REBUILD',
  rebuild_block_device_mapping: 'REBUILD',
  rebuild_spawning: 'REBUILD',
}

/** The API status of each VM state, and of task states that change it. */
const statuses: Readonly<
  Record<VmState, { readonly status: string; readonly during?: Partial<Record<TaskState, string>> }>
> = {
  active: {
    status: 'ACTIVE',
    during: {
      rebooting: 'REBOOT',
      reboot_pending: 'REBOOT',
      reboot_started: 'REBOOT',
      rebooting_hard: 'HARD_REBOOT',
      reboot_pending_hard: 'HARD_REBOOT',
      reboot_started_hard: 'HARD_REBOOT',
      ...rebuilding,
      ...resizing,
      updating_password: 'PASSWORD',
      migrating: 'MIGRATING',
    },
  },
  building: { status: 'BUILD' },
  stopped: { status: 'SHUTOFF', during: { ...rebuilding, ...resizing } },
  resized: { status: 'VERIFY_RESIZE', during: { resize_reverting: 'REVERT_RESIZE' } },
  paused: { status: 'PAUSED', during: { migrating: 'MIGRATING' } },
  suspended: { status: 'SUSPENDED' },
  rescued: { status: 'RESCUE' },
  error: { status: 'ERROR', during: rebuilding },
  deleted: { status: 'DELETED' },
  'soft-delete': { status: 'SOFT_DELETED' },
  shelved: { status: 'SHELVED' },
  shelved_offloaded: { status: 'SHELVED_OFFLOADED' },
}

/** The API's `status`. */
export const statusOf = (vmState: VmState, taskState: TaskState | null): string => {
  const { status, during } = statuses[vmState]
  return (taskState !== null && during?.[taskState]) || status
}

/** A VM state, with the task states in which it has a status; null for any. */
interface StatesOfStatus {
  readonly vmState: VmState
  readonly taskStates: readonly TaskState[] | null
}

/** The states that match `?status=`; none for an unknown status. */
export const statesOf = (status: string): readonly StatesOfStatus[] => {
  const asked = status.toUpperCase()
  return Object.entries(statuses).flatMap(([state, { status: resting, during = {} }]): StatesOfStatus[] => {
    const vmState = state as VmState
    if (resting === asked) return [{ vmState, taskStates: null }]
    const taskStates = Object.entries(during).flatMap(([task, shown]) =>
      shown === asked ? [task as TaskState] : [],
    )
    return taskStates.length > 0 ? [{ vmState, taskStates }] : []
  })
}
