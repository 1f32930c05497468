import { moveNotifications } from '../notifications/moves.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

/** Unshelves a server that is still on its host. */
export const unshelveHere = hostAction({
  name: 'unshelve',
  from: { ...idle, vmStates: ['shelved'] },
  taskState: 'unshelving',
  endsIn: 'active',
  event: 'compute_unshelve_instance',
  notifications: moveNotifications.unshelve,
  order: {},
})
