import { addSecurityGroup } from '@nimbo/contracts/compute/actions/add-security-group'
import { removeSecurityGroup } from '@nimbo/contracts/compute/actions/remove-security-group'
import { findId } from '../../cloud/find.ts'
import type { Session } from '../../cloud/session.ts'
import { one } from '../../grammar/command.ts'
import { does } from '../../grammar/declared.ts'
import { securityGroupKind } from '../network/network-kinds.ts'
import { serverKind } from './server-kind.ts'

const service = 'compute'
const positionals = {
  server: one('<server>', 'Server (name or ID)'),
  group: one('<group>', 'Security group (name or ID)'),
}

const parts = async ({ server, group }: { server: string; group: string }, session: Session) => ({
  path: { server_id: await findId(session, serverKind, server) },
  name: await findId(session, securityGroupKind, group),
})

export const serverSecurityGroupCommands = [
  does({
    words: 'server add security group',
    summary: 'Add security group to server',
    ...{ service, operation: addSecurityGroup.operation, positionals },
    request: async (asked, session) => {
      const { path, name } = await parts(asked, session)
      return { path, body: { addSecurityGroup: { name } } }
    },
  }),
  does({
    words: 'server remove security group',
    summary: 'Remove security group from server',
    ...{ service, operation: removeSecurityGroup.operation, positionals },
    request: async (asked, session) => {
      const { path, name } = await parts(asked, session)
      return { path, body: { removeSecurityGroup: { name } } }
    },
  }),
]
