import type { SecurityGroup } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import { isUuid } from '@nimbo/kernel/ids'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import { findServer } from './find-server.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'enforcer' | 'clients'>

/** The security groups on the ports of a server, without duplicates; `named` are the remote groups of their rules. */
export const securityGroupsOf = (deps: Deps) => {
  const { network } = deps.clients
  const find = findServer(deps)
  const byIds = (ctx: Context, ids: readonly string[]): Promise<readonly SecurityGroup[]> =>
    ids.length === 0 ? Promise.resolve([]) : network.securityGroups(ctx, { id: [...new Set(ids)] })

  return async (
    ctx: Context,
    id: string,
  ): Promise<{ readonly groups: readonly SecurityGroup[]; readonly named: readonly SecurityGroup[] }> => {
    await find(ctx, id)
    const ports = await network.ports(ctx, { device_id: id })
    const groups = await byIds(
      ctx,
      ports.flatMap(({ security_groups }) => security_groups),
    )
    const rules = groups.flatMap(({ security_group_rules = [] }) => security_group_rules)
    const named = await byIds(
      ctx,
      rules.flatMap(({ remote_group_id }) => remote_group_id ?? []),
    )
    return { groups, named }
  }
}

/** Adds a security group, given by name or id, to all ports of a server, or removes it. */
export const changeSecurityGroups = (deps: Deps) => {
  const { network } = deps.clients
  const find = findServer(deps)

  const findGroup = async (ctx: Context, name: string): Promise<SecurityGroup> => {
    const groups = await network.securityGroups(
      ctx,
      isUuid(name) ? { id: name } : { name, project_id: ctx.projectId },
    )
    const [group, another] = groups
    if (another) throw errors.SecurityGroupAmbiguous({ name })
    if (!group) throw errors.NotFound({ reason: `Security group ${name} not found.` })
    return group
  }

  return async (ctx: Context, id: string, name: string, change: 'add' | 'remove'): Promise<void> => {
    await find(ctx, id)
    const group = await findGroup(ctx, name)
    const ports = await network.ports(ctx, { device_id: id })
    if (ports.length === 0)
      throw errors.NotFound({ reason: `instance_id ${id} could not be found as device id on any ports` })
    if (change === 'remove' && !ports.some(({ security_groups }) => security_groups.includes(group.id)))
      throw errors.NotFound({
        reason: `Security group ${name} not associated with the instance ${id}`,
      })
    for (const port of ports) {
      const others = port.security_groups.filter((one) => one !== group.id)
      const security_groups = change === 'add' ? [...others, group.id] : others
      await network.updatePort(ctx, port.id, { security_groups })
    }
  }
}
