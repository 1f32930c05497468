import { Type } from 'typebox'
import { interfaceNotifications, untilError } from '../notifications/servers.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const attachInterface = hostAction({
  name: 'attach_interface',
  from: { ...idle, vmStates: ['active', 'paused', 'stopped'] },
  taskState: null,
  event: 'compute_attach_interface',
  notifications: interfaceNotifications('interface_attach', untilError),
  order: {
    portId: Type.String(),
    /** Whether the user created the port, so that it outlives the server. */
    preexisting: Type.Boolean(),
  },
})
