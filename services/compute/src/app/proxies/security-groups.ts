import type { SecurityGroup, SecurityGroupRule } from '@nimbo/clients/network'
import type { NewOldRule } from '@nimbo/contracts/compute/old-security-groups'
import type { Context } from '@nimbo/kernel/context'
import { readOldRule } from '../../domain/networks/old-security-group-rule.ts'
import type { ComputeApiDeps } from '../app.ts'
import { inOldWords } from './in-old-words.ts'

type Deps = Pick<ComputeApiDeps, 'clients'>

/** Security groups, and the remote groups of their rules. */
export interface NamedGroups {
  readonly groups: readonly SecurityGroup[]
  readonly named: readonly SecurityGroup[]
}

interface Told {
  readonly name: string
  readonly description: string
}

const missing = (id: string): string => `Security group ${id} does not exist`

/** Security groups as in Nova's deprecated API. */
export const oldSecurityGroups = ({ clients: { network, proxied } }: Deps) => {
  const { securityGroups } = proxied

  const withNamed = async (ctx: Context, groups: readonly SecurityGroup[]): Promise<NamedGroups> => {
    const rules = groups.flatMap(({ security_group_rules = [] }) => security_group_rules)
    const letIn = new Set(rules.flatMap(({ remote_group_id }) => remote_group_id ?? []))
    const known = groups.filter(({ id }) => letIn.delete(id))
    const others = letIn.size === 0 ? [] : await network.securityGroups(ctx, { id: [...letIn] })
    return { groups, named: [...known, ...others] }
  }

  const show = (ctx: Context, id: string): Promise<SecurityGroup> =>
    inOldWords(securityGroups.show(ctx, id), missing(id))

  return {
    /** The groups of the caller's project, or of all projects, ordered by project and name. */
    list: async (ctx: Context, everywhere: boolean): Promise<NamedGroups> => {
      const found = await network.securityGroups(ctx, everywhere ? {} : { project_id: ctx.projectId })
      const inOrder = found.toSorted(
        (one, other) => compare(one.project_id, other.project_id) || compare(one.name, other.name),
      )
      return withNamed(ctx, inOrder)
    },
    show: async (ctx: Context, id: string): Promise<NamedGroups> => withNamed(ctx, [await show(ctx, id)]),
    create: async (ctx: Context, told: Told): Promise<NamedGroups> =>
      withNamed(ctx, [await inOldWords(securityGroups.create(ctx, told))]),
    update: async (ctx: Context, id: string, told: Told): Promise<NamedGroups> =>
      withNamed(ctx, [await inOldWords(securityGroups.update(ctx, id, told), missing(id))]),
    remove: (ctx: Context, id: string): Promise<void> =>
      inOldWords(securityGroups.remove(ctx, id), missing(id)),
    createRule: async (
      ctx: Context,
      asked: NewOldRule,
    ): Promise<{ readonly rule: SecurityGroupRule; readonly named: readonly SecurityGroup[] }> => {
      await show(ctx, asked.parent_group_id)
      const wanted = readOldRule(asked)
      const named = asked.group_id ? [await show(ctx, asked.group_id)] : []
      return { rule: await inOldWords(securityGroups.createRule(ctx, wanted)), named }
    },
    removeRule: (ctx: Context, id: string): Promise<void> =>
      inOldWords(securityGroups.removeRule(ctx, id), `Security group rule ${id} does not exist`),
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
