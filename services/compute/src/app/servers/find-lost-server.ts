import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Enforcer } from '@nimbo/policy/enforcer'
import type { InstanceMappingRow } from '../../db/schema/api-tables.ts'
import type { Databases } from '../../db/cells/databases.ts'
import { instanceMappings } from '../../db/cells/instance-mappings.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { serverGroups } from '../../db/server-groups.ts'
import type { LostServer } from '../../domain/servers/lost-server.ts'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import { errors } from '../../errors.ts'

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
  readonly enforcer: Pick<Enforcer, 'isAdmin'>
}

/** What the API database knows of a server whose cell is down. */
export interface LostServerDescription extends LostServer {
  /** Its original request. */
  readonly spec: RequestSpec | undefined
  readonly groupIds: readonly string[]
}

export const lostServerOf = (
  { server_id, project_id, user_id, created_at }: InstanceMappingRow,
  cellId: string,
): LostServer => ({
  id: server_id,
  projectId: project_id,
  userId: user_id,
  cellId,
  createdAt: created_at,
})

/**
 * Finds what the API database knows of a server whose cell is down. Throws `ServerNotFound` when it is deleted or
 * belongs to another project.
 */
export const findLostServer =
  ({ databases, clock, enforcer }: Deps) =>
  async (ctx: Context, id: string): Promise<LostServerDescription> => {
    const mapping = await instanceMappings(databases.api, clock).find(id)
    if (mapping?.cell_id == null || mapping.queued_for_delete !== 0) throw errors.ServerNotFound({ id })
    if (mapping.project_id !== ctx.projectId && !enforcer.isAdmin(ctx)) throw errors.ServerNotFound({ id })
    const group = (await serverGroups(databases.api, clock).groupsOf([id])).get(id)
    return {
      ...lostServerOf(mapping, mapping.cell_id),
      spec: await requestSpecs(databases.api, clock).find(id),
      groupIds: group === undefined ? [] : [group],
    }
  }
