import type { Operation } from '@nimbo/operation/operation'
import { inCompute, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { flag } from '../../grammar/option.ts'
import type { Row } from '../../output/result.ts'

export const allProjectsOption = flag('Find servers in other projects by name (admin only)')

export const scopeOf = (allProjects: boolean) => (allProjects ? { all_tenants: true } : {})

/**
 * Calls an action of a server and returns the response: `act(session, id, rebootServer, { reboot: { type: 'SOFT' } })`; without a
 * body, only the action's key is sent.
 */
export const act = (session: Session, server_id: string, operation: Operation, body?: object): Promise<Row> =>
  perform(session, inCompute(operation), {
    path: { server_id },
    ...(body === undefined ? {} : { body }),
  })
