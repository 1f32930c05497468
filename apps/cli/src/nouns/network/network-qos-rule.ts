import * as rules from '@nimbo/contracts/network/qos-rules'
import { qosPolicyOperations } from '@nimbo/contracts/network/qos-policy'
import type { Operation } from '@nimbo/operation/operation'
import { find, findId } from '../../cloud/find.ts'
import { given, rowsAt, textAt } from '../../cloud/json-values.ts'
import { inNetwork, perform, thingIn } from '../../cloud/perform.ts'
import { CliError } from '../../cloud/cli-error.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { either, integer, oneOf } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { everyField, listOf, nothing } from '../../output/result.ts'
import { qosPolicyKind } from './network-kinds.ts'

interface Kind {
  readonly create: Operation
  readonly show: Operation
  readonly update: Operation
  readonly delete: Operation
}

/** The types of rules with the CLI's names. */
const kinds = {
  'bandwidth-limit': rules.bandwidthLimitRuleOperations,
  'dscp-marking': rules.dscpMarkingRuleOperations,
  'minimum-bandwidth': rules.minimumBandwidthRuleOperations,
  'packet-rate-limit': rules.packetRateLimitRuleOperations,
  'minimum-packet-rate': rules.minimumPacketRateRuleOperations,
} as const satisfies Readonly<Record<string, Kind>>
type RuleType = keyof typeof kinds

const types = [
  'bandwidth-limit',
  'dscp-marking',
  'minimum-bandwidth',
  'packet-rate-limit',
  'minimum-packet-rate',
] as const

const bodyKey = (type: RuleType): string => `${type.replaceAll('-', '_')}_rule`

const policy = one('<qos-policy>', 'QoS policy of the rule (name or ID)')
const rule = one('<rule-id>', 'Network QoS rule (ID)')

const amounts = {
  maxKbps: integer('<max-kbps>', 'Maximum bandwidth, in kbit/s'),
  maxBurstKbits: integer('<max-burst-kbits>', 'Maximum burst size, in kbit'),
  minKbps: integer('<min-kbps>', 'Minimum guaranteed bandwidth, in kbit/s'),
  maxKpps: integer('<max-kpps>', 'Maximum packet rate, in 1000 packets per second'),
  maxBurstKpps: integer('<max-burst-kpps>', 'Maximum burst size, in 1000 packets'),
  minKpps: integer('<min-kpps>', 'Minimum guaranteed packet rate, in 1000 packets per second'),
  dscpMark: integer('<dscp-mark>', 'DSCP mark for outgoing packets'),
  direction: either(
    { '--ingress': 'ingress', '--egress': 'egress', '--any': 'any' },
    'Direction of the traffic, as seen from the server',
  ),
}

interface Amounts {
  readonly maxKbps: number | undefined
  readonly maxBurstKbits: number | undefined
  readonly minKbps: number | undefined
  readonly maxKpps: number | undefined
  readonly maxBurstKpps: number | undefined
  readonly minKpps: number | undefined
  readonly dscpMark: number | undefined
  readonly direction: 'ingress' | 'egress' | 'any' | undefined
}

const membersOf = (asked: Amounts) =>
  given({
    max_kbps: asked.maxKbps,
    max_burst_kbps: asked.maxBurstKbits,
    min_kbps: asked.minKbps,
    max_kpps: asked.maxKpps,
    max_burst_kpps: asked.maxBurstKpps,
    min_kpps: asked.minKpps,
    dscp_mark: asked.dscpMark,
    direction: asked.direction,
  })

/** The path of a rule; its type is read from its policy. */
const placeOf = async (session: Session, called: string, id: string) => {
  const found = await find(session, qosPolicyKind, called)
  const known = rowsAt(found, 'rules').find((each) => each.id === id)
  const said = known ? textAt(known, 'type').replaceAll('_', '-') : ''
  const type = types.find((each) => each === said)
  if (!type) throw new CliError(`Rule ID ${id} not found`)
  return { type, path: { policy_id: textAt(found, 'id'), [`${bodyKey(type)}_id`]: id } }
}

const every = (pick: (kind: Kind) => Operation) => types.map((type) => inNetwork(pick(kinds[type])))

const create = command({
  words: 'network qos rule create',
  summary: 'Create new Network QoS rule',
  calls: every((kind) => kind.create),
  output: 'one',
  positionals: { policy },
  options: { ...amounts, type: oneOf(types, 'Type of the rule') },
  run: async (session, { policy: called, type, ...asked }) => {
    if (type === undefined) throw new UsageError('the following arguments are required: --type')
    const request = {
      path: { policy_id: await findId(session, qosPolicyKind, called) },
      body: { [bodyKey(type)]: membersOf(asked) },
    }
    return everyField(thingIn(await perform(session, inNetwork(kinds[type].create), request)))
  },
})

const set = command({
  words: 'network qos rule set',
  summary: 'Set Network QoS rule properties',
  calls: every((kind) => kind.update),
  output: 'none',
  positionals: { policy, rule },
  options: amounts,
  run: async (session, { policy: called, rule: id, ...asked }) => {
    const { type, path } = await placeOf(session, called, id)
    await perform(session, inNetwork(kinds[type].update), {
      path,
      body: { [bodyKey(type)]: membersOf(asked) },
    })
    return nothing
  },
})

const show = command({
  words: 'network qos rule show',
  summary: 'Display Network QoS rule details',
  calls: every((kind) => kind.show),
  output: 'one',
  positionals: { policy, rule },
  run: async (session, { policy: called, rule: id }) => {
    const { type, path } = await placeOf(session, called, id)
    return everyField(thingIn(await perform(session, inNetwork(kinds[type].show), { path })))
  },
})

const remove = command({
  words: 'network qos rule delete',
  summary: 'Delete Network QoS rule',
  calls: every((kind) => kind.delete),
  output: 'none',
  positionals: { policy, rule },
  run: async (session, { policy: called, rule: id }) => {
    const { type, path } = await placeOf(session, called, id)
    await perform(session, inNetwork(kinds[type].delete), { path })
    return nothing
  },
})

const list = command({
  words: 'network qos rule list',
  summary: 'List Network QoS rules',
  calls: [inNetwork(qosPolicyOperations.show)],
  output: 'list',
  positionals: { policy },
  run: async (session, { policy: called }) =>
    listOf(
      {
        ID: 'id',
        'QoS Policy ID': 'qos_policy_id',
        Type: 'type',
        'Max Kbps': 'max_kbps',
        'Max Burst Kbits': 'max_burst_kbps',
        'Min Kbps': 'min_kbps',
        'Max Kpps': 'max_kpps',
        'Max Burst Kpps': 'max_burst_kpps',
        'Min Kpps': 'min_kpps',
        'DSCP mark': 'dscp_mark',
        Direction: 'direction',
      },
      rowsAt(await find(session, qosPolicyKind, called), 'rules'),
    ),
})

export const networkQosRuleCommands = [create, list, show, set, remove]
