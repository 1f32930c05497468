import { Type } from 'typebox'
import { volumeActionNotifications, untilError } from '../notifications/servers.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

/** States in which volumes can be attached and detached. */
export const volumeStates = [
  ...['active', 'paused', 'stopped', 'resized', 'soft-delete', 'shelved', 'shelved_offloaded'],
] as const

export const attachVolume = hostAction({
  name: 'attach_volume',
  from: { ...idle, vmStates: volumeStates },
  taskState: null,
  withoutHost: ['shelved_offloaded'],
  event: 'compute_attach_volume',
  notifications: volumeActionNotifications('attach', untilError),
  order: { attachmentId: Type.String() },
})
