import { timestamp } from '@nimbo/kernel/clock'
import type { Inside } from '../../app/deps.ts'
import { notifyPorts } from '../../hosts/notify-ports.ts'
import type { Db } from '../../tables.ts'
import { qosPolicies } from '../qos-policy/qos-policies.ts'
import { reportRunning } from '../router/schedule-router.ts'
import { errors } from './errors.ts'
import { type QosRuleType, rulesOfPolicies } from './qos-rules.ts'
import { routersLimitedBy } from './routers-limited-by.ts'
import { checkTogether } from './rules-together.ts'

interface RuleOfPolicy {
  readonly id: string
  readonly qos_policy_id: string
}

/** Throws when servers were scheduled by a minimum bandwidth or packet rate of this policy. */
const checkNoPlaceDependsOnIt = async (db: Db, policyId: string): Promise<void> => {
  const port = await db
    .selectFrom('ports')
    .innerJoin('networks', 'networks.id', 'ports.network_id')
    .select('ports.id as id')
    .where('device_owner', 'like', 'compute:%')
    .where((where) =>
      where.or([
        where('ports.qos_policy_id', '=', policyId),
        where.and([where('ports.qos_policy_id', 'is', null), where('networks.qos_policy_id', '=', policyId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (port) throw errors.NotImplementedError()
}

const promises: readonly QosRuleType[] = ['minimum_bandwidth', 'minimum_packet_rate']

/** After a rule was deleted, its policy counts as changed; the hosts of affected ports and routers are told. */
export const ruleGone =
  (type: QosRuleType) =>
  async (inside: Inside, { qos_policy_id: policyId }: RuleOfPolicy): Promise<void> => {
    const { deps, ctx, db, afterwards } = inside
    if (promises.includes(type)) await checkNoPlaceDependsOnIt(db, policyId)
    await qosPolicies.update(db, policyId, {}, timestamp(deps.clock))
    afterwards(() =>
      notifyPorts(deps, ctx, (ports) =>
        ports.where((where) =>
          where.or([
            where('ports.qos_policy_id', '=', policyId),
            where('networks.qos_policy_id', '=', policyId),
          ]),
        ),
      ),
    )
    for (const routerId of await routersLimitedBy(db, policyId)) await reportRunning(inside, routerId)
  }

/** Like {@link ruleGone}, after a rule was created or updated; throws unless it fits the policy's other rules. */
export const ruleThere =
  (type: QosRuleType) =>
  async (inside: Inside, rule: RuleOfPolicy): Promise<void> => {
    const { qos_policy_id: policyId, id } = rule
    const all = await rulesOfPolicies(inside.db, [policyId])
    const changed = all.find((each) => each.id === id)
    if (changed)
      checkTogether(
        policyId,
        changed,
        all.filter((each) => each.id !== id),
      )
    await ruleGone(type)(inside, rule)
  }
