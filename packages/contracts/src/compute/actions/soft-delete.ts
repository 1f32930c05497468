import { startAndEnd, hostNotifications } from '../notifications/servers.ts'
import { hostAction } from './host-action.ts'

/** Deletion with `reclaim_instance_interval`: the server is powered off and can be restored. */
export const softDelete = hostAction({
  name: 'delete',
  from: { launched: true },
  taskState: 'soft-deleting',
  endsIn: 'soft-delete',
  event: 'compute_soft_delete_instance',
  notifications: hostNotifications('soft_delete', startAndEnd),
  order: {},
})
