import { Type } from 'typebox'
import { startAndEnd, volumeActionNotifications } from '../notifications/servers.ts'
import { volumeStates } from './attach-volume.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const detachVolume = hostAction({
  name: 'detach_volume',
  from: { ...idle, vmStates: volumeStates },
  taskState: null,
  withoutHost: ['shelved_offloaded'],
  event: 'compute_detach_volume',
  notifications: volumeActionNotifications('detach', startAndEnd),
  order: { attachmentId: Type.String() },
})
