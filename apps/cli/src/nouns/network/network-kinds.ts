import { addressGroupOperations } from '@nimbo/contracts/network/address-group'
import { addressScopeOperations } from '@nimbo/contracts/network/address-scope'
import { floatingIpOperations } from '@nimbo/contracts/network/floating-ip'
import { localIpOperations } from '@nimbo/contracts/network/local-ip'
import { logOperations } from '@nimbo/contracts/network/log'
import { ndpProxyOperations } from '@nimbo/contracts/network/ndp-proxy'
import { networkOperations } from '@nimbo/contracts/network/network'
import { networkSegmentRangeOperations } from '@nimbo/contracts/network/network-segment-range'
import { flavorOperations, serviceProfileOperations } from '@nimbo/contracts/network/flavors'
import { meteringLabelOperations, meteringLabelRuleOperations } from '@nimbo/contracts/network/metering-label'
import { portOperations } from '@nimbo/contracts/network/port'
import { qosPolicyOperations } from '@nimbo/contracts/network/qos-policy'
import { rbacPolicyOperations } from '@nimbo/contracts/network/rbac-policy'
import { routerOperations } from '@nimbo/contracts/network/router'
import { securityGroupOperations } from '@nimbo/contracts/network/security-group'
import { securityGroupRuleOperations } from '@nimbo/contracts/network/security-group-rule'
import { segmentOperations } from '@nimbo/contracts/network/segment'
import { subnetOperations } from '@nimbo/contracts/network/subnet'
import { subnetpoolOperations } from '@nimbo/contracts/network/subnetpool'
import { trunkOperations } from '@nimbo/contracts/network/trunk'
import type { Operation } from '@nimbo/operation/operation'
import type { Kind } from '../../cloud/find.ts'
import type { Session } from '../../cloud/session.ts'
import { commaList, text } from '../../grammar/option.ts'
import { findOptionalIn, projectKind } from '../identity/identity-kinds.ts'

/** The operations that every kind of network resource has. */
interface Crud {
  readonly list: Operation
  readonly show: Operation
  readonly create: Operation
  readonly delete: Operation
}

const networkKindOf = (one: string, label: string, crud: Crud): Kind => ({
  service: 'network',
  list: crud.list,
  show: crud.show,
  create: crud.create,
  remove: crud.delete,
  one,
  label,
  byName: (name) => ({ name }),
})

export const networkKind = networkKindOf('network', 'Network', networkOperations)
export const subnetKind = networkKindOf('subnet', 'Subnet', subnetOperations)
export const routerKind = networkKindOf('router', 'Router', routerOperations)
export const subnetPoolKind = networkKindOf('subnetpool', 'SubnetPool', subnetpoolOperations)
export const addressGroupKind = networkKindOf('address_group', 'AddressGroup', addressGroupOperations)
export const addressScopeKind = networkKindOf('address_scope', 'AddressScope', addressScopeOperations)
export const qosPolicyKind = networkKindOf('policy', 'QoSPolicy', qosPolicyOperations)
export const rbacPolicyKind = networkKindOf('rbac_policy', 'RBACPolicy', rbacPolicyOperations)
export const meterKind = networkKindOf('metering_label', 'Meter', meteringLabelOperations)
export const meterRuleKind = networkKindOf('metering_label_rule', 'MeterRule', meteringLabelRuleOperations)
export const networkFlavorKind = networkKindOf('flavor', 'NetworkFlavor', flavorOperations)
export const serviceProfileKind = networkKindOf(
  'service_profile',
  'NetworkFlavorProfile',
  serviceProfileOperations,
)
export const segmentRangeKind = networkKindOf(
  'network_segment_range',
  'NetworkSegmentRange',
  networkSegmentRangeOperations,
)
export const ndpProxyKind = networkKindOf('ndp_proxy', 'NDPProxy', ndpProxyOperations)
export const localIpKind = networkKindOf('local_ip', 'LocalIP', localIpOperations)
export const trunkKind = networkKindOf('trunk', 'Trunk', trunkOperations)
export const networkLogKind = networkKindOf('log', 'NetworkLog', logOperations)
export const segmentKind = networkKindOf('segment', 'NetworkSegment', segmentOperations)
/** Floating IPs are found by their address. */
export const floatingIpKind: Kind = {
  ...networkKindOf('floatingip', 'FloatingIP', floatingIpOperations),
  byName: (address) => ({ floating_ip_address: address }),
  nameKey: 'floating_ip_address',
}
export const portKind = networkKindOf('port', 'Port', portOperations)
export const securityGroupKind = networkKindOf('security_group', 'SecurityGroup', securityGroupOperations)
export const securityGroupRuleKind = networkKindOf(
  'security_group_rule',
  'SecurityGroupRule',
  securityGroupRuleOperations,
)

/** The options that select the owning project. */
export const projectOptions = {
  project: text('<project>', 'Project that owns the resource (name or ID)'),
  projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
}

/** The id of the project selected by {@link projectOptions}. */
export const projectIn = (
  session: Session,
  {
    project,
    projectDomain,
  }: { readonly project: string | undefined; readonly projectDomain: string | undefined },
): Promise<string | undefined> => findOptionalIn(session, projectKind, project, projectDomain)

/** The options that filter a list by tags. */
export const tagFilters = {
  tags: commaList('List only resources that have all of these tags'),
  anyTags: commaList('List only resources that have any of these tags'),
  notTags: commaList('Exclude resources that have all of these tags'),
  notAnyTags: commaList('Exclude resources that have any of these tags'),
}

type TagFilters = { readonly [Key in keyof typeof tagFilters]: readonly string[] }

const joined = (tags: readonly string[]): string | undefined => (tags.length > 0 ? tags.join(',') : undefined)

/** The query for {@link tagFilters}. */
export const tagQuery = (filters: TagFilters) => ({
  tags: joined(filters.tags),
  'tags-any': joined(filters.anyTags),
  'not-tags': joined(filters.notTags),
  'not-tags-any': joined(filters.notAnyTags),
})
