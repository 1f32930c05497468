import type { Trust } from '@nimbo/contracts/identity/trusts'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { inTransaction } from '@nimbo/db/in-transaction'
import { newHexId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'
import type { AffectTokens } from '../token/affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { found } from '../../app/found.ts'
import { refuseTrustsTo } from '../../app/delegation.ts'
import { storesOf } from '../../db/stores.ts'
import { paged } from '../../db/paged.ts'
import { exactInstant } from '../../domain/exact-instant.ts'
import type { Filter, Page } from '../../domain/listing.ts'
import type { Role } from '../../domain/records.ts'
import type { Token } from '../../domain/tokens/token.ts'
import { errors } from '../../errors.ts'
import { notExpired } from './not-expired.ts'
import { insertTrust, livingTrust, roleIdsOfTrust, trusts } from './records.ts'
import { depthOf, redelegated } from './redelegation.ts'

export interface NewTrust {
  readonly trustor_user_id: string
  readonly trustee_user_id: string
  readonly impersonation: boolean
  readonly project_id?: string | null | undefined
  readonly expires_at?: string | null | undefined
  readonly remaining_uses?: number | null | undefined
  readonly allow_redelegation?: boolean | undefined
  readonly redelegation_count?: number | null | undefined
  readonly roles?:
    | readonly { readonly id?: string | undefined; readonly name?: string | undefined }[]
    | undefined
  readonly extra: JsonObject
}

export interface ShownTrust {
  readonly trust: Trust
  readonly roles: readonly Role[]
}

const expiryOf = (text: string | null | undefined, now: number): string | null => {
  if (text === null || text === undefined) return null
  const instant = exactInstant(text)
  if (!instant) throw errors.NoTimestamp()
  if (instant.ms < now) throw errors.BeforeNow()
  return instant.text
}

export const createTrusts = ({ db, stores, clock, config, notices }: Deps, affect: AffectTokens) => {
  const most = config.trust.max_redelegation_count

  const { allow_insecure_application_credential_trust_escalation: mayEscalate } = config.security_compliance
  const refuseTo = (token: Token): void => refuseTrustsTo(token, mayEscalate)

  const rolesOf = async (id: string): Promise<Role[]> => stores.roles.findMany(await roleIdsOfTrust(db, id))

  const find = async (id: string): Promise<Trust> =>
    found(await livingTrust(db, id, clock.now()), 'trust', id)

  /** The roles to delegate; throws unless the trustor holds all of them on the project. */
  const rolesFor = async (input: NewTrust): Promise<string[]> => {
    const { project_id = null, roles = [], trustor_user_id } = input
    if (project_id === null) {
      if (roles.length > 0) throw errors.Invalid({ reason: 'A trust without a project hands on no roles.' })
      return []
    }
    if (roles.length === 0) throw errors.Forbidden({ action: 'At least one role should be specified' })
    found(await stores.projects.find(project_id), 'project', project_id)
    const target = { target_type: 'project', target_id: project_id } as const
    const held = await stores.assignments.effectiveRoles(trustor_user_id, target, timestamp(clock))
    const ids = new Set<string>()
    for (const { id, name = '' } of roles) {
      const known = id ?? (await stores.roles.findBy({ name, domain_id: null }))?.id ?? name
      ids.add(
        found(
          held.find((role) => role.id === known || role.name === known),
          'role',
          known,
        ).id,
      )
    }
    return [...ids]
  }

  /** The users of a trust and of all trusts redelegated from it, which end with it. */
  const usersBelow = async (id: string): Promise<string[]> => {
    const kept = await trusts.get(db, 'all', id)
    const below = await trusts.list(db, 'all', { redelegated_trust_id: [id] })
    const users = await Promise.all(below.map((child) => usersBelow(child.id)))
    return [...(kept ? [kept.trustor_user_id, kept.trustee_user_id] : []), ...users.flat()]
  }

  return {
    find,
    refuseTo,
    rolesOf,
    show: async (kept: Trust): Promise<ShownTrust> => ({ trust: kept, roles: await rolesOf(kept.id) }),

    list: (filters: readonly Filter[], page: Page): Promise<Trust[]> =>
      paged(trusts, db, filters, page, [notExpired(timestamp(clock))]),

    create: async (ctx: Context, token: Token, input: NewTrust): Promise<ShownTrust> => {
      refuseTo(token)
      const { trustor_user_id, trustee_user_id, impersonation, project_id = null, extra } = input
      found(await stores.users.find(trustee_user_id), 'user', trustee_user_id)
      const parent = token.trust && (await find(token.trust.id))
      const asked: Trust = {
        id: newHexId<never>(),
        trustor_user_id,
        trustee_user_id,
        project_id,
        impersonation,
        expires_at: expiryOf(input.expires_at, clock.now()),
        remaining_uses: input.remaining_uses ?? null,
        redelegated_trust_id: parent?.id ?? null,
        redelegation_count: depthOf(input, parent, most),
        extra,
      }
      const roleIds = await rolesFor(input)
      const parentRoleIds = parent ? await roleIdsOfTrust(db, parent.id) : []
      const made = parent ? redelegated(asked, roleIds, parent, { parentRoleIds, most }) : asked
      await inTransaction(db, async (trx) => {
        const inside = storesOf(trx)
        await insertTrust(trx, made, roleIds)
        await notices.told(inside, ctx, 'OS-TRUST:trust', 'created', made.id)
      })
      return { trust: made, roles: await rolesOf(made.id) }
    },

    remove: async (ctx: Context, { id }: Trust): Promise<void> => {
      const userIds = [...new Set(await usersBelow(id))]
      await affect({ userIds }, async (inside) => {
        await trusts.delete(inside.over, id)
        await notices.told(inside, ctx, 'OS-TRUST:trust', 'deleted', id)
      })
    },
  }
}
