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

/** The states that match `?status=`; undefined for an unknown status. A null task state matches any. */
export const statesOf = (
  status: string,
):
  | { readonly vmStates: readonly VmState[]; readonly taskStates: readonly TaskState[] | null }
  | undefined => {
  const asked = status.toUpperCase()
  for (const [vmState, { status: resting, during = {} }] of Object.entries(statuses)) {
    if (resting === asked) return { vmStates: [vmState as VmState], taskStates: null }
    const tasks = Object.entries(during).flatMap(([task, shown]) =>
      shown === asked ? [task as TaskState] : [],
    )
    if (tasks.length > 0) return { vmStates: [vmState as VmState], taskStates: tasks }
  }
  return undefined
}
