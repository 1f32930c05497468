import { Type } from 'typebox'
import { startAndEnd, interfaceNotifications } from '../notifications/servers.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const detachInterface = hostAction({
  name: 'detach_interface',
  from: { ...idle, vmStates: ['active', 'paused', 'stopped'] },
  taskState: null,
  event: 'compute_detach_interface',
  notifications: interfaceNotifications('interface_detach', startAndEnd),
  order: { portId: Type.String() },
})
