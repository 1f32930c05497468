import type { Port } from '@nimbo/contracts/network/port'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../../app/deps.ts'
import { qosPolicies } from '../../qos-policy/qos-policies.ts'
import { requestsUnder } from '../../qos-rule/resource-requests.ts'
import { isServerPort } from '../device-owners.ts'
import { type ExchangedClaim, exchangeGroups, nothingExchanged } from './exchange-groups.ts'

/** Changes the claim of a port's server before the port gets another QoS policy, because placement may refuse the new claim. */
export const exchangeClaim =
  (deps: Pick<Deps, 'db' | 'callers' | 'changeClaim' | 'log'>) =>
  async (ctx: Context, before: Port, policyId: string | null | undefined): Promise<ExchangedClaim> => {
    if (policyId === undefined || policyId === before.qos_policy_id || !isServerPort(before))
      return nothingExchanged(before)
    // The caller cannot see this policy; the change of the port, which follows, throws for it.
    if (policyId !== null && !(await qosPolicies.plain(deps.db, deps.callers.scopeOf(ctx), policyId)))
      return nothingExchanged(before)
    const groups = await requestsUnder(deps.db, before, (ofNetwork) => ({
      now: before.qos_policy_id ?? ofNetwork,
      wanted: policyId ?? ofNetwork,
    }))
    return exchangeGroups(deps)(ctx, before, groups)
  }
