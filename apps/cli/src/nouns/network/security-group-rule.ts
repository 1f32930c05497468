import { CliError } from '../../cloud/cli-error.ts'
import { deleteEach } from '../../cloud/delete-each.ts'
import { create, find, findId, findOptionalId, listAll } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { command, many, one, optional } from '../../grammar/command.ts'
import { refuseTwoOf } from '../../grammar/one-of-options.ts'
import { also, either, flag, integer, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { type Columns, listOf, nothing, type Row, showOf } from '../../output/result.ts'
import { projectIn, projectOptions, securityGroupKind, securityGroupRuleKind } from './network-kinds.ts'

const icmpNames = ['icmp', 'icmpv6', 'ipv6-icmp', '1', '58']

const isIcmp = (protocol: unknown): boolean => typeof protocol === 'string' && icmpNames.includes(protocol)

/** `22:22`, `1000:2000`, or for ICMP `type=3:code=0`. */
const portRange = (rule: Row): string => {
  const { port_range_min: least, port_range_max: most } = rule
  if (isIcmp(rule.protocol)) return `${least ? `type=${least}` : ''}${most ? `:code=${most}` : ''}`
  return least || most ? `${least ?? most}:${most ?? least}` : ''
}

/** IPv6's own protocols by name and number, besides those that begin with `ipv6-`. */
const ofIpv6 = ['icmpv6', '41', '43', '44', '58', '59', '60']

/** The Ethertype that is asked for, in any case, or else that of the protocol. */
const ethertypeOf = (asked: string | undefined, protocol = ''): string => {
  if (asked !== undefined) return asked.replace(/^ipv(?=[46]$)/i, 'IPv')
  return protocol.startsWith('ipv6-') || ofIpv6.includes(protocol) ? 'IPv6' : 'IPv4'
}

const anywhere = (ethertype: unknown): string => (ethertype === 'IPv6' ? '::/0' : '0.0.0.0/0')

/** The remote prefix of a rule; an absent one means any address. */
const remotePrefix = (rule: Row): unknown => rule.remote_ip_prefix ?? anywhere(rule.ethertype)

const shown: Columns = {
  created_at: 'created_at',
  description: 'description',
  direction: 'direction',
  ether_type: 'ethertype',
  id: 'id',
  name: 'name',
  port_range_max: 'port_range_max',
  port_range_min: 'port_range_min',
  project_id: 'project_id',
  protocol: 'protocol',
  remote_address_group_id: 'remote_address_group_id',
  remote_group_id: 'remote_group_id',
  remote_ip_prefix: 'remote_ip_prefix',
  revision_number: 'revision_number',
  security_group_id: 'security_group_id',
  tags: (rule) => rule.tags ?? [],
  updated_at: 'updated_at',
}

const parsePorts = (range: string | undefined): { port_range_min?: number; port_range_max?: number } => {
  if (range === undefined) return {}
  const [least = Number.NaN, most = least] = range.split(':').map(Number)
  if (Number.isInteger(least) && Number.isInteger(most) && least <= most) {
    return { port_range_min: least, port_range_max: most }
  }
  throw new UsageError(`argument --dst-port: Invalid range, ${range}`)
}

interface RangeAsked {
  readonly dstPort: string | undefined
  readonly icmpType: number | undefined
  readonly icmpCode: number | undefined
}

/** The ports of a rule, or for ICMP its type and code, with which ports are ignored as by openstack. */
const rangeOf = ({ dstPort, icmpType, icmpCode }: RangeAsked, protocol: string | undefined) => {
  const ports = parsePorts(dstPort)
  if (icmpType === undefined && icmpCode === undefined) return isIcmp(protocol) ? {} : ports
  if (dstPort !== undefined)
    throw new CliError('Argument --dst-port not allowed with arguments --icmp-type and --icmp-code')
  if (icmpType === undefined) throw new CliError('Argument --icmp-type required with argument --icmp-code')
  if (!isIcmp(protocol))
    throw new CliError('ICMP IP protocol required with arguments --icmp-type and --icmp-code')
  return given({ port_range_min: icmpType, port_range_max: icmpCode })
}

const createRule = command({
  words: 'security group rule create',
  summary: 'Create a new security group rule',
  output: 'one',
  positionals: { group: one('<group>', 'Create rule in this security group (name or ID)') },
  options: {
    remoteIp: text('<ip-address>', 'Remote IP address block (default for IPv4 rule: 0.0.0.0/0)'),
    remoteGroup: text('<group>', 'Remote security group (name or ID)'),
    dstPort: text(
      '<port-range>',
      'Destination port, may be a single port or a starting and ending port range: 137:139',
    ),
    protocol: also(text('<protocol>', 'IP protocol (default: any)'), '--proto'),
    description: text('<description>', 'Set security group rule description'),
    icmpType: integer('<icmp-type>', 'ICMP type for ICMP IP protocols'),
    icmpCode: integer('<icmp-code>', 'ICMP code for ICMP IP protocols'),
    direction: either(
      { '--ingress': 'ingress', '--egress': 'egress' },
      'Rule applies to incoming (default) or outgoing traffic',
    ),
    ethertype: text(
      '<ethertype>',
      'Ethertype of network traffic (IPv4, IPv6; default: based on IP protocol)',
    ),
    ...projectOptions,
  },
  run: async (session, { group, ...asked }) => {
    refuseTwoOf({ '--remote-ip': asked.remoteIp, '--remote-group': asked.remoteGroup })
    const protocol = asked.protocol?.toLowerCase() === 'any' ? undefined : asked.protocol?.toLowerCase()
    const ethertype = ethertypeOf(asked.ethertype, protocol)
    const remote_group_id = await findOptionalId(session, securityGroupKind, asked.remoteGroup)
    const remote_ip_prefix =
      asked.remoteIp ?? (remote_group_id === undefined ? anywhere(ethertype) : undefined)
    const body = {
      security_group_id: await findId(session, securityGroupKind, group),
      direction: asked.direction ?? 'ingress',
      ethertype,
      protocol,
      ...rangeOf(asked, protocol),
      remote_group_id,
      remote_ip_prefix,
      description: asked.description,
      project_id: await projectIn(session, asked),
    }
    return showOf(shown, await create(session, securityGroupRuleKind, given(body)))
  },
})

const list = command({
  words: 'security group rule list',
  summary: 'List security group rules',
  output: 'list',
  positionals: { group: optional('<group>', 'List all rules in this security group (name or ID)') },
  options: {
    allProjects: flag(
      'Accepted for compatibility; rules of all projects are listed if the policy permits it',
    ),
    protocol: text('<protocol>', 'List rules by the IP protocol'),
    ethertype: text('<ethertype>', 'List rules by the Ethertype (IPv4 or IPv6)'),
    direction: either({ '--ingress': 'ingress', '--egress': 'egress' }, 'List rules by direction'),
    long: flag('**Deprecated** This argument is no longer needed'),
  },
  run: async (session, { group, protocol, ethertype, direction }) => {
    const rows = await listAll(session, securityGroupRuleKind, {
      security_group_id: await findOptionalId(session, securityGroupKind, group),
      protocol,
      ethertype,
      direction,
    })
    return listOf(
      {
        ID: 'id',
        'IP Protocol': 'protocol',
        Ethertype: 'ethertype',
        'IP Range': remotePrefix,
        'Port Range': portRange,
        Direction: 'direction',
        'Remote Security Group': 'remote_group_id',
        'Remote Address Group': (rule) => rule.remote_address_group_id ?? null,
        ...(group === undefined && { 'Security Group': 'security_group_id' }),
      },
      rows,
    )
  },
})

const show = command({
  words: 'security group rule show',
  summary: 'Display security group rule details',
  output: 'one',
  positionals: { rule: one('<rule>', 'Security group rule to display (ID only)') },
  run: async (session, { rule }) =>
    showOf({ ...shown, remote_ip_prefix: remotePrefix }, await find(session, securityGroupRuleKind, rule)),
})

const remove = command({
  words: 'security group rule delete',
  summary: 'Delete security group rule(s)',
  output: 'none',
  positionals: { rules: many('<rule>', 'Security group rule(s) to delete (ID only)') },
  run: async (session, { rules }) => {
    await deleteEach(session, securityGroupRuleKind, rules)
    return nothing
  },
})

export const securityGroupRuleCommands = [createRule, list, show, remove]
