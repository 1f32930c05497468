import { randomBytes } from 'node:crypto'
import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { AccessRule } from '@nimbo/contracts/identity/access-rules'
import { accessRules, accessRulesOf, giveAccessRules } from '../access-rule/records.ts'
import { newHexId } from '@nimbo/kernel/ids'
import { type Stores, storesOf } from '../../db/stores.ts'
import { exactInstant } from '../../domain/exact-instant.ts'
import type { Filter, Page } from '../../domain/listing.ts'
import type { ApplicationCredential, Role } from '../../domain/records.ts'
import type { Token } from '../../domain/tokens/token.ts'
import { errors } from '../../errors.ts'
import { withImplied } from '../role/with-implied.ts'
import type { AffectTokens } from '../token/affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { refuseRestricted } from '../../app/refuse-restricted.ts'
import { found } from '../../app/found.ts'
import { hashPassword } from '../user/passwords.ts'
import { forRandom, recipeOf } from '../../domain/authentication/hash-recipe.ts'

export interface NewApplicationCredential {
  readonly name: string
  readonly secret?: string | undefined
  readonly description?: string | null | undefined
  readonly expires_at?: string | null | undefined
  readonly unrestricted?: boolean | null | undefined
  readonly access_rules?: readonly GivenRule[] | undefined
  /** The roles of the token if none are named. */
  readonly roles?:
    | readonly { readonly id?: string | undefined; readonly name?: string | undefined }[]
    | undefined
}

/** An existing rule by id, or a new one. */
export interface GivenRule {
  readonly id?: string | undefined
  readonly service?: string | undefined
  readonly method?: string | undefined
  readonly path?: string | undefined
}

export interface ShownCredential {
  readonly credential: ApplicationCredential
  readonly roles: readonly Role[]
  readonly rules: readonly AccessRule[]
}

/** The roles of a new credential with those that they imply; all must be among the token's. */
const rolesFor = async (
  stores: Stores,
  token: Token,
  wanted: NewApplicationCredential['roles'],
): Promise<string[]> => {
  const { roles } = stores
  if (!wanted || wanted.length === 0) return token.roles.map(({ id }) => id)
  const asked = wanted.map(async ({ id, name }) => {
    const role = token.roles.find((held) => held.id === id || held.name === name)
    const known = role ?? (await (id ? roles.find(id) : roles.findBy({ name: name ?? '', domain_id: null })))
    if (!known) throw errors.NotThere({ reason: `Role ${id ?? name} is not defined` })
    return known.id
  })
  const ids = await withImplied(stores, await Promise.all(asked))
  if (ids.some((id) => !token.roles.some((held) => held.id === id)))
    throw errors.Invalid({
      reason: 'Invalid application credential: Cannot create an application credential with unassigned role',
    })
  return ids
}

const parseExpiry = (text: string | null | undefined, now: number): string | null => {
  if (text === null || text === undefined) return null
  const instant = exactInstant(text)
  if (!instant) throw errors.NoTimestamp()
  if (instant.ms <= now) throw errors.BeforeNow()
  return instant.text
}

const inWhole = ({ service, method, path }: GivenRule, index: number) => {
  const lacking = service === undefined ? 'service' : method === undefined ? 'method' : 'path'
  if (service === undefined || method === undefined || path === undefined)
    throw errors.Invalid({
      reason: `Invalid input for field 'access_rules/${index}': '${lacking}' is a required property`,
    })
  return { service, method, path }
}

export const createApplicationCredentials = (
  { db, stores, clock, notices, config }: Deps,
  affect: AffectTokens,
) => {
  const show = async (credential: ApplicationCredential): Promise<ShownCredential> => ({
    credential,
    roles: await stores.roles.findMany(await stores.relations.roleIdsOfCredential(credential.id)),
    rules: await accessRulesOf(db, credential.id),
  })

  /** Resolves the rules of a new credential; one named by id must belong to the user. */
  const rulesFor = (userId: string, given: readonly GivenRule[]): Promise<AccessRule[]> =>
    Promise.all(
      given.map(async (rule, index) => {
        if (rule.id === undefined) return { id: newHexId<never>(), user_id: userId, ...inWhole(rule, index) }
        const [known] = await accessRules.list(db, 'all', { id: [rule.id], user_id: [userId] })
        return found(known, 'Access Rule', rule.id)
      }),
    )

  return {
    /** Finds a credential of any user; policy is enforced on its owner and not on the user in the path. */
    find: async (id: string): Promise<ShownCredential> =>
      show(found(await stores.applicationCredentials.find(id), 'Application Credential', id)),

    list: async (userId: string, filters: readonly Filter[], page: Page): Promise<ShownCredential[]> => {
      const own: Filter = { column: 'user_id', comparison: 'equals', ignoreCase: false, value: userId }
      return Promise.all((await stores.applicationCredentials.page([own, ...filters], page)).map(show))
    },

    /** The secret is only returned here; its hash is stored. */
    create: async (
      ctx: Context,
      token: Token,
      input: NewApplicationCredential,
    ): Promise<ShownCredential & { readonly secret: string }> => {
      refuseRestricted(token, 'additional application credentials')
      if (!token.project)
        throw errors.Invalid({ reason: 'Application credentials need a project-scoped token.' })
      const roleIds = await rolesFor(stores, token, input.roles)
      const rules = await rulesFor(token.user.id, input.access_rules ?? [])
      const secret = input.secret ?? randomBytes(64).toString('base64url')
      const recipe = input.secret === undefined ? forRandom : recipeOf(config.identity)
      const credential: ApplicationCredential = {
        id: newHexId<never>(),
        user_id: token.user.id,
        project_id: token.project.id,
        name: input.name,
        description: input.description ?? null,
        secret_hash: await hashPassword(secret, recipe),
        expires_at: parseExpiry(input.expires_at, clock.now()),
        unrestricted: input.unrestricted ?? null,
      }
      await inTransaction(db, async (trx) => {
        const inside = storesOf(trx)
        if (!(await inside.applicationCredentials.insert(credential)))
          throw errors.DuplicateName({ type: 'application_credential', name: input.name })
        await inside.relations.addCredentialRoles(credential.id, roleIds)
        if (rules.length > 0) await giveAccessRules(trx, credential.id, rules)
        await notices.told(inside, ctx, 'application_credential', 'created', credential.id)
      })
      return { ...(await show(credential)), secret }
    },

    remove: async (ctx: Context, token: Token, { id, user_id }: ApplicationCredential): Promise<void> => {
      refuseRestricted(token, 'additional application credentials')
      await affect({ userIds: [user_id] }, async (inside) => {
        await inside.applicationCredentials.remove(id)
        await notices.told(inside, ctx, 'application_credential', 'deleted', id)
      })
    },
  }
}
