import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Neutron's own exceptions: the code is the `type` of the envelope, and the sentence is matched by clients. */
export const errors = defineErrors({
  HTTPBadRequest: fault<{ reason: string }>('badRequest', ({ reason }) => reason),
  HTTPNotFound: fault<Record<never, never>>('notFound', 'The resource could not be found.'),
  PolicyNotAuthorized: fault<{ rules: string }>(
    'forbidden',
    ({ rules }) => `${rules} is disallowed by policy`,
  ),
  InvalidInput: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Invalid input for operation: ${reason}.`,
  ),
  RevisionNumberConstraintFailed: fault<{ constraint: string }>(
    'preconditionFailed',
    ({ constraint }) => `Constrained to ${constraint}, but current revision is different`,
  ),
  OverQuota: fault<{ resources: readonly string[] }>(
    'conflict',
    ({ resources }) => `Quota exceeded for resources: [${resources.map((name) => `'${name}'`).join(', ')}].`,
  ),
  QuotaResourceUnknown: fault<{ unknown: readonly string[] }>(
    'notFound',
    ({ unknown }) => `Unknown quota resources ${unknown.map((name) => `'${name}'`).join(', ')}.`,
  ),
  TenantQuotaNotFound: fault<{ projectId: string }>(
    'notFound',
    ({ projectId }) => `Quota for tenant ${projectId} could not be found.`,
  ),
  AgentNotFound: fault<{ id: string }>('notFound', ({ id }) => `Agent ${id} could not be found.`),
  ExtensionsNotFound: fault<{ extensions: string }>(
    'notFound',
    ({ extensions }) => `Extensions not found: ['${extensions}'].`,
  ),
  TagNotFound: fault<{ tag: string }>('notFound', ({ tag }) => `Tag ${tag} could not be found.`),

  NetworkNotFound: fault<{ id: string }>('notFound', ({ id }) => `Network ${id} could not be found.`),
  NetworkInUse: fault<{ id: string; portIds: readonly string[] }>(
    'conflict',
    ({ id, portIds }) =>
      `Unable to complete operation on network ${id}. There are one or more ports still in use on the network, ` +
      `id for these ports is ${portIds.join(',')}.`,
  ),
  InvalidSharedSetting: fault<{ network: string }>(
    'conflict',
    ({ network }) =>
      `Unable to reconfigure sharing settings for network ${network}. Multiple tenants are using it.`,
  ),
  NoNetworkAvailable: fault<Record<never, never>>(
    'unavailable',
    'Unable to create the network. No tenant network is available for allocation.',
  ),
  VlanIdInUse: fault<{ vlanId: number; network: string }>(
    'conflict',
    ({ vlanId, network }) =>
      `Unable to create the network. The VLAN ${vlanId} on physical network ${network} is in use.`,
  ),
  FlatNetworkInUse: fault<{ network: string }>(
    'conflict',
    ({ network }) => `Unable to create the flat network. Physical network ${network} is in use.`,
  ),
  TunnelIdInUse: fault<{ tunnelId: number }>(
    'conflict',
    ({ tunnelId }) => `Unable to create the network. The tunnel ID ${tunnelId} is in use.`,
  ),

  SubnetNotFound: fault<{ id: string }>('notFound', ({ id }) => `Subnet ${id} could not be found.`),
  SubnetInUse: fault<{ id: string }>(
    'conflict',
    ({ id }) =>
      `Unable to complete operation on subnet ${id}: One or more ports have an IP allocation from this subnet.`,
  ),
  InvalidAllocationPool: fault<{ pool: string }>(
    'badRequest',
    ({ pool }) => `The allocation pool ${pool} is not valid.`,
  ),
  OverlappingAllocationPools: fault<{ one: string; other: string; subnet: string }>(
    'conflict',
    ({ one, other, subnet }) => `Found overlapping allocation pools: ${one} ${other} for subnet ${subnet}.`,
  ),
  OutOfBoundsAllocationPool: fault<{ pool: string; subnet: string }>(
    'badRequest',
    ({ pool, subnet }) => `The allocation pool ${pool} spans beyond the subnet cidr ${subnet}.`,
  ),
  GatewayConflictWithAllocationPools: fault<{ ip: string; pool: string }>(
    'conflict',
    ({ ip, pool }) => `Gateway ip ${ip} conflicts with allocation pool ${pool}.`,
  ),
  GatewayIpInUse: fault<{ ip: string; portId: string }>(
    'conflict',
    ({ ip, portId }) => `Current gateway ip ${ip} already in use by port ${portId}. Unable to update.`,
  ),
  DNSNameServersExhausted: fault<{ subnet: string; limit: number }>(
    'badRequest',
    ({ subnet, limit }) =>
      `Unable to complete operation for ${subnet}. The number of DNS nameservers exceeds the limit ${limit}.`,
  ),
  HostRoutesExhausted: fault<{ subnet: string; limit: number }>(
    'badRequest',
    ({ subnet, limit }) =>
      `Unable to complete operation for ${subnet}. The number of host routes exceeds the limit ${limit}.`,
  ),

  PortNotFound: fault<{ id: string }>('notFound', ({ id }) => `Port ${id} could not be found.`),
  PortInUse: fault<{ portId: string; networkId: string; deviceId: string }>(
    'conflict',
    ({ portId, networkId, deviceId }) =>
      `Unable to complete operation on port ${portId} for network ${networkId}. ` +
      `Port already has an attached device ${deviceId}.`,
  ),
  PortBound: fault<{ portId: string; vifType: string; oldMac: string; newMac: string }>(
    'conflict',
    ({ portId, vifType, oldMac, newMac }) =>
      `Unable to complete operation on port ${portId}, port is already bound, port type: ${vifType}, ` +
      `old_mac ${oldMac}, new_mac ${newMac}.`,
  ),
  MacAddressInUse: fault<{ networkId: string; mac: string }>(
    'conflict',
    ({ networkId, mac }) =>
      `Unable to complete operation for network ${networkId}. The mac address ${mac} is in use.`,
  ),
  NetworkMacAddressGenerationFailure: fault<{ networkId: string }>(
    'unavailable',
    ({ networkId }) => `Unable to generate unique mac on network ${networkId}.`,
  ),
  IpAddressInUse: fault<{ networkId: string; ip: string }>(
    'conflict',
    ({ networkId, ip }) =>
      `Unable to complete operation for network ${networkId}. The IP address ${ip} is in use.`,
  ),
  IpAddressGenerationFailure: fault<{ networkId: string }>(
    'conflict',
    ({ networkId }) => `No more IP addresses available on network ${networkId}.`,
  ),
  InvalidIpForNetwork: fault<{ ip: string }>(
    'badRequest',
    ({ ip }) => `IP address ${ip} is not a valid IP for any of the subnets on the specified network.`,
  ),
  InvalidIpForSubnet: fault<{ ip: string }>(
    'badRequest',
    ({ ip }) => `IP address ${ip} is not a valid IP for the specified subnet.`,
  ),
  AddressPairAndPortSecurityRequired: fault<Record<never, never>>(
    'conflict',
    'Port Security must be enabled in order to have allowed address pairs on a port.',
  ),
  AllowedAddressPairExhausted: fault<{ limit: number }>(
    'badRequest',
    ({ limit }) => `The number of allowed address pair exceeds the maximum ${limit}.`,
  ),
  PortSecurityPortHasSecurityGroup: fault<Record<never, never>>(
    'conflict',
    'Port has security group associated. Cannot disable port security or IP address until security group is removed.',
  ),
  PortSecurityAndIPRequiredForSecurityGroups: fault<Record<never, never>>(
    'badRequest',
    'Port security must be enabled and port must have an IP address in order to use security groups.',
  ),

  SecurityGroupNotFound: fault<{ id: string }>('notFound', ({ id }) => `Security group ${id} does not exist`),
  SecurityGroupInUse: fault<{ id: string; reason: string }>(
    'conflict',
    ({ id, reason }) => `Security Group ${id} ${reason}.`,
  ),
  SecurityGroupCannotRemoveDefault: fault<Record<never, never>>(
    'conflict',
    'Insufficient rights for removing default security group.',
  ),
  SecurityGroupCannotUpdateDefault: fault<Record<never, never>>(
    'conflict',
    'Updating default security group not allowed.',
  ),
  SecurityGroupDefaultAlreadyExists: fault<Record<never, never>>(
    'conflict',
    'Default security group already exists.',
  ),
  SecurityGroupRuleNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Security group rule ${id} does not exist`,
  ),
  SecurityGroupRuleExists: fault<{ id: string }>(
    'conflict',
    ({ id }) => `Security group rule already exists. Rule id is ${id}.`,
  ),
  SecurityGroupInvalidPortRange: fault<Record<never, never>>(
    'badRequest',
    'For TCP/UDP protocols, port_range_min must be <= port_range_max',
  ),
  SecurityGroupInvalidPortValue: fault<{ port: number }>(
    'badRequest',
    ({ port }) => `Invalid value for port ${port}`,
  ),
  SecurityGroupInvalidIcmpValue: fault<{ field: string; attribute: string; value: number }>(
    'badRequest',
    ({ field, attribute, value }) =>
      `Invalid value for ICMP ${field} (${attribute}) ${value}. It must be 0 to 255.`,
  ),
  SecurityGroupMissingIcmpType: fault<{ value: number }>(
    'badRequest',
    ({ value }) =>
      `ICMP code (port-range-max) ${value} is provided but ICMP type (port-range-min) is missing.`,
  ),
  SecurityGroupProtocolRequiredWithPorts: fault<Record<never, never>>(
    'badRequest',
    'Must also specify protocol if port range is given.',
  ),
  SecurityGroupRemoteGroupAndRemoteIpPrefix: fault<Record<never, never>>(
    'badRequest',
    'Only remote_ip_prefix or remote_group_id or remote_address_group_id may be provided.',
  ),
  SecurityGroupRuleInvalidProtocol: fault<{ protocol: string; values: string }>(
    'badRequest',
    ({ protocol, values }) =>
      `Security group rule protocol ${protocol} not supported. Only protocol values [${values}] and integer ` +
      'representations [0 to 255] are supported.',
  ),
  SecurityGroupRuleParameterConflict: fault<{ ethertype: string; cidr: string }>(
    'badRequest',
    ({ ethertype, cidr }) => `Conflicting value ethertype ${ethertype} for CIDR ${cidr}`,
  ),
  SecurityGroupEthertypeConflictWithProtocol: fault<{ ethertype: string; protocol: string }>(
    'badRequest',
    ({ ethertype, protocol }) => `Invalid ethertype ${ethertype} for protocol ${protocol}.`,
  ),
})
