import type { NetworkClient } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import { isUuid } from '@nimbo/kernel/ids'
import { errors } from '../../errors.ts'
import type { BootRequest } from './boot-request.ts'

/** The ids of the requested security groups, given by name or id; a name must be unique in the project. */
export const checkSecurityGroups =
  (network: NetworkClient) =>
  async (ctx: Context, { server }: BootRequest): Promise<readonly string[]> => {
    const names = [...new Set((server.security_groups ?? []).flatMap(({ name }) => name ?? []))]
    if (names.length === 0) return []
    const groups = await network.securityGroups(ctx, { project_id: ctx.projectId }, ['id', 'name'])
    return names.map((name) => {
      const byId = isUuid(name) ? groups.find(({ id }) => id === name) : undefined
      const [match, another] = byId ? [byId] : groups.filter((group) => group.name === name)
      if (another) throw errors.SecurityGroupAmbiguous({ name })
      if (!match) throw errors.SecurityGroupNotFound({ name })
      return match.id
    })
  }
