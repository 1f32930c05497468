import type { TaskState } from '@nimbo/contracts/compute/states'

/** The tasks of a build that a host may go on with: a server with any other is being taken from it, or deleted. */
export const buildTasks = [
  null,
  'networking',
  'block_device_mapping',
  'spawning',
] as const satisfies readonly (TaskState | null)[]
