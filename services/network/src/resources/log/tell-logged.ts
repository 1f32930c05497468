import type { NetworkLog, PlainLog } from '@nimbo/contracts/network/log'
import type { Inside } from '../../app/deps.ts'
import { tellPorts } from '../../hosts/tell-ports.ts'

/** Has the ports that a log is about wired anew, so that what they let through is written down, or is no more. */
export const tellLogged = async (
  { deps, ctx, afterwards }: Inside,
  { project_id: projectId, resource_id: groupId, target_id: portId }: NetworkLog | PlainLog,
): Promise<void> =>
  afterwards(() =>
    tellPorts(deps, ctx, (bound) => {
      if (portId !== null) return bound.where('ports.id', '=', portId)
      if (groupId === null) return bound.where('ports.project_id', '=', projectId)
      return bound.where('ports.id', 'in', (query) =>
        query.selectFrom('port_security_groups').select('port_id').where('security_group_id', '=', groupId),
      )
    }),
  )
