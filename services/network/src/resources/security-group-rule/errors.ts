import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
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
  SecurityGroupMultipleRemoteEntites: fault<Record<never, never>>(
    'badRequest',
    'Only one of remote_ip_prefix or remote_group_id or remote_address_group_id may be provided.',
  ),
  SecurityGroupRuleInvalidProtocol: fault<{ protocol: string; values: string }>(
    'badRequest',
    ({ protocol, values }) =>
      `Security group rule protocol ${protocol} not supported. Only protocol values (None, ${values}) and integer ` +
      'representations [0 to 255] are supported.',
  ),
  SecurityGroupInvalidProtocolForPort: fault<{ protocol: number }>(
    'badRequest',
    ({ protocol }) =>
      `Ports cannot be specified for protocol ${protocol}. Ports are only supported for DCCP, SCTP, TCP, UDP, UDPLITE.`,
  ),
  SecurityGroupNotSingleGroupRules: fault<Record<never, never>>(
    'badRequest',
    'Only allowed to update rules for one security profile at a time',
  ),
  DuplicateSecurityGroupRuleInPost: fault<Record<never, never>>(
    'conflict',
    'Duplicate Security Group Rule in POST.',
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
