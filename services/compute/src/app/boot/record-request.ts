import { allOrNone } from '@nimbo/db/all-or-none'
import { insertFlow } from '@nimbo/durable/insert-flow'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Tracer } from '@nimbo/trace/tracer'
import type { Kysely } from 'kysely'
import type { ApiTables } from '../../db/schema/api-tables.ts'
import { buildRequests } from '../../db/servers/build-requests.ts'
import type { Databases } from '../../db/cells/databases.ts'
import { instanceMappings } from '../../db/cells/instance-mappings.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { serverGroups } from '../../db/server-groups.ts'
import { bootServerFlow } from '../../domain/flow-kinds.ts'
import { notifyNewMember } from '../notices/server-group-notices.ts'
import type { AssembledServer } from './assemble-server.ts'

export interface RecordedServer extends AssembledServer {
  readonly flowId: FlowId
}

interface Deps {
  readonly databases: Databases
  readonly tracer: Tracer
  readonly clock: Clock
  readonly notifier: Notifier
}

const recordOne = async (
  trx: Kysely<ApiTables>,
  ctx: Context,
  { spec, build }: AssembledServer,
  deps: Pick<Deps, 'clock' | 'notifier'>,
): Promise<FlowId> => {
  const { clock } = deps
  const { serverId, projectId, userId, group } = spec
  await requestSpecs(trx, clock).insert(spec)
  await buildRequests(trx, clock).insert(spec, build)
  await instanceMappings(trx, clock).insert(serverId, projectId, userId, build.createdAt)
  if (group) {
    await serverGroups(trx, clock).addMember(group.id, serverId)
    await notifyNewMember(deps)(trx, ctx, group.id, serverId)
  }
  return insertFlow(trx, bootServerFlow, { subject: serverId, input: { serverId }, ctx, clock })
}

/**
 * Line 10 of the boot flow: writes everything about all servers of the request, including their flows, in one
 * transaction.
 */
export const recordRequest =
  ({ databases, tracer, ...deps }: Deps) =>
  (ctx: Context, servers: readonly AssembledServer[]): Promise<readonly RecordedServer[]> =>
    allOrNone(databases.api, async (trx) => {
      const recorded: RecordedServer[] = []
      for (const server of servers) {
        const attributes = {
          resource: server.spec.serverId,
          ...(ctx.auditId === undefined ? {} : { audit_id: ctx.auditId }),
        }
        const flowId = await tracer.span(
          ctx,
          'record-request',
          (inner) => recordOne(trx, { ...inner, trace: ctx.trace }, server, deps),
          attributes,
        )
        recorded.push({ ...server, flowId })
      }
      return recorded
    })
