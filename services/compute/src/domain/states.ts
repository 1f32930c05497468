/** Nova's `vm_state`: where a server rests. */
export type VmState =
  | 'building'
  | 'active'
  | 'paused'
  | 'suspended'
  | 'stopped'
  | 'rescued'
  | 'resized'
  | 'soft-delete'
  | 'deleted'
  | 'error'
  | 'shelved'
  | 'shelved_offloaded'

/** Nova's `task_state`: what is being done to a server; null when nothing is. */
export type TaskState =
  | 'scheduling'
  | 'block_device_mapping'
  | 'networking'
  | 'spawning'
  | 'powering-off'
  | 'powering-on'
  | 'rebooting'
  | 'rebooting_hard'
  | 'reboot_pending'
  | 'reboot_started'
  | 'reboot_pending_hard'
  | 'reboot_started_hard'
  | 'pausing'
  | 'unpausing'
  | 'deleting'

/** The tasks of a build that a host may go on with: a server with any other is being taken from it, or deleted. */
export const buildTasks = [
  null,
  'networking',
  'block_device_mapping',
  'spawning',
] as const satisfies readonly (TaskState | null)[]
