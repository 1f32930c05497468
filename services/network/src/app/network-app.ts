import type { Context } from '@nimbo/kernel/context'
import type { Enforcer } from '@nimbo/policy/enforcer'
import type { Scope } from '../db/repository.ts'
import { networkType } from '../domain/network.ts'
import { portType } from '../domain/port.ts'
import { securityGroupRuleType, securityGroupType } from '../domain/security-group.ts'
import { subnetType } from '../domain/subnet.ts'
import { errors } from '../errors.ts'
import { agentOperations } from './agents.ts'
import { ensureDefaultGroup } from './default-security-group.ts'
import type { Deps, Values } from './deps.ts'
import { createNetworks, deleteNetwork, updateNetwork } from './networks.ts'
import { createPorts, deletePort, updatePort } from './ports.ts'
import { quotaOperations } from './quotas.ts'
import { type ResourceOperations, resourceOperations } from './resource-operations.ts'
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

export const networkApp = (deps: Deps, enforcer: Enforcer): NetworkApp => {
  const { store } = deps
  const scopeOf = (ctx: Context): Scope =>
    seesAll(enforcer, ctx) ? 'all' : { projectId: ctx.projectId ?? '' }

  const withNetwork = async (resources: readonly Values[]): Promise<readonly Values[]> => {
    const networks = await store.networks.plainById(resources.map(({ network_id }) => String(network_id)))
    return resources.map((resource) => {
      const network = networks.get(String(resource.network_id))
      return {
        ...resource,
        'network:project_id': network?.project_id ?? '',
        'network:shared': network?.shared ?? false,
        'subnet:router:external': network?.['router:external'] ?? false,
      }
    })
  }

  const withGroup = async (resources: readonly Values[]): Promise<readonly Values[]> => {
    const groups = await store.securityGroups.byId(
      resources.map(({ security_group_id }) => String(security_group_id)),
    )
    return resources.map((resource) => ({
      ...resource,
      'security_group:project_id': groups.get(String(resource.security_group_id))?.project_id ?? '',
    }))
  }

  const withDefaultGroup = async (ctx: Context): Promise<void> => {
    const { projectId } = ctx
    if (projectId === undefined || (await store.securityGroups.defaultOf(projectId))) return
    await deps.transaction((inside) => ensureDefaultGroup(deps, inside, projectId))
  }

  const ofNetwork = {
    attribute: 'network_id',
    repository: store.networks,
    notFound: errors.NetworkNotFound,
  }
  const { pagination_max_limit: most } = deps.config.DEFAULT
  return {
    networks: resourceOperations({
      type: networkType,
      repository: store.networks,
      scopeOf,
      create: createNetworks(deps),
      update: updateNetwork(deps),
      delete: deleteNetwork(deps),
      notFound: errors.NetworkNotFound,
    }),
    subnets: resourceOperations({
      type: subnetType,
      repository: store.subnets,
      scopeOf,
      targets: withNetwork,
      parent: ofNetwork,
      create: createSubnets(deps),
      update: updateSubnet(deps),
      delete: deleteSubnet(deps),
      notFound: errors.SubnetNotFound,
    }),
    ports: resourceOperations({
      type: portType,
      repository: store.ports,
      scopeOf,
      targets: withNetwork,
      parent: ofNetwork,
      create: createPorts(deps),
      update: updatePort(deps),
      delete: deletePort(deps),
      notFound: errors.PortNotFound,
    }),
    securityGroups: resourceOperations({
      type: securityGroupType,
      repository: store.securityGroups,
      scopeOf,
      beforeList: withDefaultGroup,
      create: createSecurityGroups(deps),
      update: updateSecurityGroup(deps),
      delete: (ctx, group) => deleteSecurityGroup(deps)(ctx, group, enforcer.isAdmin(ctx)),
      notFound: errors.SecurityGroupNotFound,
    }),
    securityGroupRules: resourceOperations({
      type: securityGroupRuleType,
      repository: store.securityGroupRules,
      scopeOf,
      targets: withGroup,
      parent: {
        attribute: 'security_group_id',
        repository: store.securityGroups,
        notFound: errors.SecurityGroupNotFound,
      },
      beforeList: withDefaultGroup,
      create: createSecurityGroupRules(deps),
      delete: deleteSecurityGroupRule(deps),
      notFound: errors.SecurityGroupRuleNotFound,
    }),
    quotas: quotaOperations(deps),
    agents: agentOperations(deps),
    tags: tagOperations(deps),
    longestPage: most === -1 ? undefined : most,
  }
}
