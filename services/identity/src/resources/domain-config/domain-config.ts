import { inTransaction } from '@nimbo/db/in-transaction'
import type { Kysely } from 'kysely'
import type { Deps } from '../../app/deps.ts'
import type { IdentityTables } from '../../db/tables.ts'
import { defaultDomain } from '../../domain/default-domain.ts'
import { errors } from '../../errors.ts'
import { checkKnown, defaultsOf, isSecret } from './known-options.ts'

type Db = Kysely<IdentityTables>
type Values = Readonly<Record<string, unknown>>
type Groups = Readonly<Record<string, Values>>

/** A group of options, or one option; without `group` all options of the domain. */
interface Part {
  readonly group?: string | undefined
  readonly option?: string | undefined
}

const mostOptions = 1000
const refuse = (reason: string) => errors.InvalidDomainConfig({ reason })

const checkWhole = (config: Groups): void => {
  if (Object.keys(config).length === 0) throw refuse('No options specified')
  for (const [group, options] of Object.entries(config)) {
    if (Object.keys(options).length === 0)
      throw refuse(`The value of group ${group} specified in the config should be a dictionary of options`)
    for (const option of Object.keys(options)) checkKnown(group, option)
  }
}

/** Throws if the body contains anything but the group or option named in the path. */
const checkOnly = (config: Groups, { group, option }: Part): void => {
  if (group === undefined) return
  const [first = '', ...more] = Object.keys(config)
  const options = Object.keys(config[group] ?? {})
  if (option !== undefined && (more.length > 0 || options.length !== 1))
    throw refuse(
      `Trying to update option ${option} in group ${group}, so that, and only that, option must be specified  in the config`,
    )
  if (more.length > 0)
    throw refuse(
      `Trying to update group ${group}, so that, and only that, group must be specified in the config`,
    )
  if (first !== group)
    throw refuse(`request to update group ${group}, but config provided contains group ${first} instead`)
  if (option !== undefined && options[0] !== option)
    throw refuse(
      `Trying to update option ${option} in group ${group}, but config provided contains option ${options[0]} instead`,
    )
}

const nothingThere = (domainId: string, { group, option }: Part) => {
  const of = group === undefined ? 'any options' : `group ${group}`
  const what = option === undefined ? of : `option ${option} in ${of}`
  return errors.DomainConfigNotFound({ what, domainId })
}

const only = ({ group, option }: Part) => ({
  ...(group === undefined ? {} : { group_name: group }),
  ...(option === undefined ? {} : { option_name: option }),
})

export const createDomainConfig = ({ db, config }: Pick<Deps, 'db' | 'config'>) => {
  const rowsOf = async (of: Db, domainId: string, part: Part) => {
    let query = of.selectFrom('domain_config').selectAll().where('domain_id', '=', domainId)
    for (const [column, value] of Object.entries(only(part)))
      query = query.where(column === 'group_name' ? 'group_name' : 'option_name', '=', value)
    return query.orderBy('group_name').orderBy('option_name').limit(mostOptions).execute()
  }

  const write = async (of: Db, domainId: string, groups: Groups): Promise<void> => {
    for (const [group_name, options] of Object.entries(groups))
      for (const [option_name, given] of Object.entries(options)) {
        const value = JSON.stringify(given)
        await of
          .insertInto('domain_config')
          .values({ domain_id: domainId, group_name, option_name, value })
          .onConflict((conflict) =>
            conflict.columns(['domain_id', 'group_name', 'option_name']).doUpdateSet({ value }),
          )
          .execute()
      }
  }

  /** The options that are set, without secret ones. */
  const visible = async (domainId: string, part: Part = {}): Promise<Groups> => {
    const shown: Record<string, Record<string, unknown>> = {}
    for (const { group_name, option_name, value } of await rowsOf(db, domainId, part)) {
      if (isSecret(group_name, option_name)) continue
      shown[group_name] ??= {}
      Object.assign(shown[group_name], { [option_name]: JSON.parse(value) })
    }
    return shown
  }

  /** The same; throws if there are none. */
  const show = async (domainId: string, part: Part = {}): Promise<Values> => {
    const { group, option } = part
    if (group !== undefined) checkKnown(group, option)
    const shown = await visible(domainId, part)
    const [only] = Object.values(shown)
    if (only === undefined) throw nothingThere(domainId, part)
    return option === undefined ? shown : only
  }

  return {
    defaults: ({ group, option }: Part): Values => defaultsOf(group, option),
    visible,
    show,

    /** Replaces all options of a domain; returns `created` if it had none before. */
    create: async (domainId: string, groups: Groups): Promise<'created' | 'updated'> => {
      checkWhole(groups)
      return inTransaction(db, async (trx) => {
        const before = await rowsOf(trx, domainId, {})
        await trx.deleteFrom('domain_config').where('domain_id', '=', domainId).execute()
        await write(trx, domainId, groups)
        return before.length === 0 ? 'created' : 'updated'
      })
    },

    update: async (domainId: string, groups: Groups, part: Part = {}): Promise<void> => {
      checkWhole(groups)
      checkOnly(groups, part)
      await inTransaction(db, async (trx) => {
        if ((await rowsOf(trx, domainId, part)).length === 0) throw nothingThere(domainId, part)
        await write(trx, domainId, groups)
      })
    },

    remove: async (domainId: string, part: Part = {}): Promise<void> => {
      const { group, option } = part
      if (group !== undefined) checkKnown(group, option)
      let query = db.deleteFrom('domain_config').where('domain_id', '=', domainId)
      if (group !== undefined) query = query.where('group_name', '=', group)
      if (option !== undefined) query = query.where('option_name', '=', option)
      const { numDeletedRows } = await query.executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw nothingThere(domainId, part)
    },

    /** The password requirements of `[security_compliance]`, which apply to the whole cloud. */
    passwordRules: (domainId: string, option?: string): Values => {
      if (domainId !== defaultDomain)
        throw refuse(
          'Reading security compliance information for any domain other than the default domain is not allowed or supported.',
        )
      const { password_regex, password_regex_description } = config.security_compliance
      const rules: Values = {
        password_regex: password_regex?.source.replace(/^\^\(\?:(.*)\)$/s, '$1') ?? null,
        password_regex_description: password_regex_description ?? null,
      }
      if (option === undefined) return { security_compliance: rules }
      if (!Object.hasOwn(rules, option))
        throw refuse(
          'Reading security compliance values other than password_regex and password_regex_description is not allowed.',
        )
      return { [option]: rules[option] }
    },

    /** The domain's `[identity] list_limit`, which limits lists of users and groups; infinite if it is not set. */
    listLimit: async (domainId: string | undefined): Promise<number> => {
      if (domainId === undefined) return Number.POSITIVE_INFINITY
      const [row] = await rowsOf(db, domainId, { group: 'identity', option: 'list_limit' })
      const limit = row === undefined ? undefined : Number(JSON.parse(row.value))
      return limit !== undefined && Number.isInteger(limit) && limit > 0 ? limit : Number.POSITIVE_INFINITY
    },
  }
}
