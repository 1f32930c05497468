import { Type } from 'typebox'
import { startAndEnd, toldOfInterface } from '../notifications/servers.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

export const detachInterface = hostAction({
  name: 'detach_interface',
  from: { ...idle, vmStates: ['active', 'paused', 'stopped'] },
  taskState: null,
  event: 'compute_detach_interface',
  told: toldOfInterface('interface_detach', startAndEnd),
  order: { portId: Type.String() },
})
