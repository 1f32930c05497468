import type { NetworkLog, PlainLog } from '@nimbo/contracts/network/log'
import type { Inside } from '../../app/deps.ts'
import { notifyPorts } from '../../hosts/notify-ports.ts'

/** Updates the filters of the ports that a log is about. */
export const notifyLoggedPorts = async (
  { deps, ctx, afterwards }: Inside,
  { project_id: projectId, resource_id: groupId, target_id: portId }: NetworkLog | PlainLog,
): Promise<void> =>
  afterwards(() =>
    notifyPorts(deps, ctx, (bound) => {
      if (portId !== null) return bound.where('ports.id', '=', portId)
      if (groupId === null) return bound.where('ports.project_id', '=', projectId)
      return bound.where('ports.id', 'in', (query) =>
        query.selectFrom('port_security_groups').select('port_id').where('security_group_id', '=', groupId),
      )
    }),
  )
