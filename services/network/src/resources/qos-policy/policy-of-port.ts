import type { network } from '@nimbo/contracts/network/network'
import type { Port, port } from '@nimbo/contracts/network/port'
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

/** Checks a change of policy. Nobody may remove a policy they could not have set. */
const checkExchange = async (inside: Inside, before: Governed, after: Governed): Promise<boolean> => {
  const { qos_policy_id: gone } = before
  if (gone === after.qos_policy_id) return false
  const { deps, ctx, db } = inside
  if (gone !== null && !(await qosPolicies.plain(db, deps.callers.scopeOf(ctx), gone)))
    throw errors.PolicyRemoveAuthorizationError({ policyId: gone })
  await checkPolicy(inside, after)
  return true
}

/** A port's host learns of the change with the port's other changes. */
export const exchangePolicyOfPort = async (
  inside: Inside,
  { before, after }: Change<typeof port>,
): Promise<void> => {
  await checkExchange(inside, before, after)
}

/** Ports without a policy of their own inherit the network's. */
export const exchangePolicyOfNetwork = async (
  inside: Inside,
  { before, after }: Change<typeof network>,
): Promise<void> => {
  if (!(await checkExchange(inside, before, after))) return
  const { deps, ctx, afterwards } = inside
  afterwards(() => notifyPorts(deps, ctx, (ports) => ports.where('ports.network_id', '=', after.id)))
  afterwards(() => exchangeClaimsOfNetwork(deps, ctx, { before, after }))
}

/** The policy of a port's network, as policy rules about the port's parent see it. */
export const policyOfNetwork = (
  port: Port & { readonly 'network:qos_policy_id'?: string | null },
): string | null => port['network:qos_policy_id'] ?? null
