import type { TaskState } from '@nimbo/contracts/compute/states'

/**
 * The task states in which a host may continue a build; with any other, the server was moved away or is being deleted.
 */
export const buildTasks = [
  null,
  'networking',
  'block_device_mapping',
  'spawning',
] as const satisfies readonly (TaskState | null)[]
