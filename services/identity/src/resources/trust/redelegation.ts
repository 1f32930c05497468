import type { Trust } from '@nimbo/contracts/identity/trusts'
import { errors } from '../../errors.ts'

interface Asked {
  readonly allow_redelegation?: boolean | undefined
  readonly redelegation_count?: number | null | undefined
  readonly remaining_uses?: number | null | undefined
}

const refuse = (reason: string) => errors.NotAllowed({ reason })

/** How many more times a new trust can be redelegated: one less than its parent. */
export const depthOf = (asked: Asked, parent: Trust | undefined, most: number): number => {
  const { allow_redelegation, redelegation_count: wanted } = asked
  if (!allow_redelegation || wanted === 0) return 0
  if (wanted != null && wanted > most)
    throw refuse(`Requested redelegation depth of ${wanted} is greater than allowed ${most}`)
  if (asked.remaining_uses != null)
    throw errors.Invalid({ reason: 'remaining_uses must not be set if redelegation is allowed' })
  if (!parent) return wanted ?? most
  const left = parent.redelegation_count - 1
  if (wanted != null && wanted !== left)
    throw refuse(
      'Modifying "redelegation_count" upon redelegation is forbidden. Omitting this parameter is advised.',
    )
  return left
}

/**
 * Checks a trust that is redelegated from another, and limits its expiry to that of the parent. Throws if it would delegate more
 * than the parent.
 */
export const redelegated = (
  made: Trust,
  roleIds: readonly string[],
  parent: Trust,
  { parentRoleIds, most }: { readonly parentRoleIds: readonly string[]; readonly most: number },
): Trust => {
  const left = parent.redelegation_count
  if (left <= 0 || left > most)
    throw refuse(`Remaining redelegation depth of ${left} out of allowed range of [0..${most}]`)
  if (made.remaining_uses !== null)
    throw refuse(
      `Field "remaining_uses" is set to ${made.remaining_uses} while it must not be set in order to redelegate a trust`,
    )
  const expires_at = made.expires_at ?? parent.expires_at
  if (parent.expires_at !== null && expires_at !== null && expires_at > parent.expires_at)
    throw refuse('Requested expiration time is more than redelegated trust can provide')
  if (made.project_id !== parent.project_id || !roleIds.every((id) => parentRoleIds.includes(id)))
    throw refuse('Some of requested roles are not in redelegated trust')
  if (made.impersonation && !parent.impersonation)
    throw refuse(
      `Impersonation is not allowed because redelegated trust does not specify impersonation. Redelegated trust id: ${parent.id}`,
    )
  return { ...made, expires_at }
}
