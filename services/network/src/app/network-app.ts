import type { Context } from '@nimbo/kernel/context'
import type { Enforcer } from '@nimbo/policy/enforcer'
import type { Scope } from '../db/row-queries.ts'
import { networkType, type PlainNetwork } from '../domain/network.ts'
import { portType } from '../domain/port.ts'
import {
  type PlainSecurityGroup,
  securityGroupRuleType,
  securityGroupType,
} from '../domain/security-group.ts'
import { subnetType } from '../domain/subnet.ts'
import { errors } from '../errors.ts'
import { agentOperations } from './agents.ts'
import { createPorts, type PortDraft } from './create-ports.ts'
import { ensureDefaultGroup } from './default-security-group.ts'
import type { Deps, Values } from './deps.ts'
import { createNetworks, deleteNetwork, updateNetwork } from './networks.ts'
import { deletePort, updatePort } from './ports.ts'
import { quotaOperations } from './quotas.ts'
import { type Draft, type ResourceOperations, resourceOperations } from './resource-operations.ts'
import {
  createSecurityGroupRules,
  createSecurityGroups,
  deleteSecurityGroup,
  deleteSecurityGroupRule,
  updateSecurityGroup,
} from './security-groups.ts'
import { createSubnets, deleteSubnet, updateSubnet } from './subnets.ts'
import { tagOperations } from './tags.ts'

/** All that the API can ask for. */
export interface NetworkApp {
  readonly networks: ResourceOperations
  readonly subnets: ResourceOperations
  readonly ports: ResourceOperations
  readonly securityGroups: ResourceOperations
  readonly securityGroupRules: ResourceOperations
  readonly quotas: ReturnType<typeof quotaOperations>
  readonly agents: ReturnType<typeof agentOperations>
  readonly tags: ReturnType<typeof tagOperations>
  /** Most items a list returns; undefined for any number. */
  readonly longestPage: number | undefined
}

/** Services see everything the way administrators do; what they are shown of it is up to policy. */
const seesAll = (enforcer: Enforcer, ctx: Context): boolean =>
  enforcer.isAdmin(ctx) || ctx.roles.some((role) => ['service', 'advsvc'].includes(role.toLowerCase()))

const withValues =
  <Made>(create: (ctx: Context, items: readonly Values[]) => Promise<readonly Made[]>) =>
  (ctx: Context, drafts: readonly Draft[]): Promise<readonly Made[]> =>
    create(
      ctx,
      drafts.map(({ values }) => values),
    )

const portDraft = ({ values, parent }: Draft): PortDraft => ({
  values,
  network: parent as unknown as PlainNetwork,
})

export const networkApp = (deps: Deps, enforcer: Enforcer): NetworkApp => {
  const { store } = deps
  const scopeOf = (ctx: Context): Scope =>
    seesAll(enforcer, ctx) ? 'all' : { projectId: ctx.projectId ?? '' }

  const withDefaultGroup = async (ctx: Context): Promise<void> => {
    const { projectId } = ctx
    if (projectId === undefined || (await store.securityGroups.defaultOf(projectId))) return
    await deps.transaction((inside) => ensureDefaultGroup(deps, inside, projectId))
  }

  const networks = { repository: store.networks, notFound: errors.NetworkNotFound }
  const groups = { repository: store.securityGroups, notFound: errors.SecurityGroupNotFound }
  const { pagination_max_limit: most } = deps.config.DEFAULT
  return {
    networks: resourceOperations({
      type: networkType,
      repository: store.networks,
      scopeOf,
      create: withValues(createNetworks(deps)),
      update: updateNetwork(deps),
      delete: deleteNetwork(deps),
      notFound: errors.NetworkNotFound,
    }),
    subnets: resourceOperations({
      type: subnetType,
      repository: store.subnets,
      scopeOf,
      parents: networks,
      create: withValues(createSubnets(deps)),
      update: updateSubnet(deps),
      delete: deleteSubnet(deps),
      notFound: errors.SubnetNotFound,
    }),
    ports: resourceOperations({
      type: portType,
      repository: store.ports,
      scopeOf,
      parents: networks,
      create: (ctx, drafts) => createPorts(deps)(ctx, drafts.map(portDraft)),
      update: updatePort(deps),
      delete: deletePort(deps),
      notFound: errors.PortNotFound,
    }),
    securityGroups: resourceOperations({
      type: securityGroupType,
      repository: store.securityGroups,
      scopeOf,
      beforeList: withDefaultGroup,
      create: withValues(createSecurityGroups(deps)),
      update: updateSecurityGroup(deps),
      delete: (ctx, group: PlainSecurityGroup) =>
        deleteSecurityGroup(deps)(ctx, group, enforcer.isAdmin(ctx)),
      notFound: errors.SecurityGroupNotFound,
    }),
    securityGroupRules: resourceOperations({
      type: securityGroupRuleType,
      repository: store.securityGroupRules,
      scopeOf,
      parents: groups,
      beforeList: withDefaultGroup,
      create: withValues(createSecurityGroupRules(deps)),
      delete: deleteSecurityGroupRule(deps),
      notFound: errors.SecurityGroupRuleNotFound,
    }),
    quotas: quotaOperations(deps),
    agents: agentOperations(deps),
    tags: tagOperations(deps),
    longestPage: most === -1 ? undefined : most,
  }
}
