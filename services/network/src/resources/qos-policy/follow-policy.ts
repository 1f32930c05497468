import type { network } from '@nimbo/contracts/network/network'
import type { Port } from '@nimbo/contracts/network/port'
import type { Change } from '@nimbo/resource/hooks'
import type { Inside } from '../../app/deps.ts'
import { notifyPorts } from '../../hosts/notify-ports.ts'
import { exchangeClaimsOfNetwork } from '../port/claims/exchange-claims-of-network.ts'
import { errors } from './errors.ts'
import { qosPolicies } from './qos-policies.ts'

interface Governed {
  readonly qos_policy_id: string | null
}

/** Throws unless the caller may use the policy. */
export const checkPolicy = async (
  { deps, ctx, db }: Inside,
  { qos_policy_id: id }: Governed,
): Promise<void> => {
  if (id === null) return
  if (!(await qosPolicies.plain(db, deps.callers.scopeOf(ctx), id))) throw errors.QosPolicyNotFound({ id })
}

interface Exchange {
  readonly before: Governed
  readonly after: Governed
}

/** Whether the policy changes. Nobody may remove a policy they could not have set. */
const isExchanged = async (inside: Inside, { before, after }: Exchange): Promise<boolean> => {
  const { qos_policy_id: gone } = before
  if (gone === after.qos_policy_id) return false
  const { deps, ctx, db } = inside
  if (gone !== null && !(await qosPolicies.plain(db, deps.callers.scopeOf(ctx), gone)))
    throw errors.PolicyRemoveAuthorizationError({ policyId: gone })
  await checkPolicy(inside, after)
  return true
}

/** Checks a change of the policy of a port or floating IP. Its host learns of the policy with the other changes. */
export const exchangePolicy = async (inside: Inside, change: Exchange): Promise<void> => {
  await isExchanged(inside, change)
}

/**
 * Checks a change of a network's policy, and applies it to the ports that inherit it because they have no policy of their own.
 */
export const exchangePolicyOfNetwork = async (
  inside: Inside,
  change: Change<typeof network>,
): Promise<void> => {
  if (!(await isExchanged(inside, change))) return
  const { deps, ctx, afterwards } = inside
  afterwards(() => notifyPorts(deps, ctx, (ports) => ports.where('ports.network_id', '=', change.after.id)))
  afterwards(() => exchangeClaimsOfNetwork(deps, ctx, change))
}

/** The policy of a port's network, as policy rules about the port's parent see it. */
export const policyOfNetwork = (
  port: Port & { readonly 'network:qos_policy_id'?: string | null },
): string | null => port['network:qos_policy_id'] ?? null
