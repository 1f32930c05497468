import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import { standardTraits } from '../domain/standard-traits.ts'
import { errors } from '../errors.ts'
import type { PlacementApp } from './app.ts'

const customName = /^CUSTOM_[A-Z0-9_]+$/
const longestName = 255
const mostTraits = 100_000

/** Trait names; `filter` is `in:A,B` or `startswith:PREFIX`, `associated` selects those that some (or no) provider has. */
export const listTraits =
  ({ db }: PlacementApp) =>
  async (filter: string | undefined, associated: string | undefined): Promise<readonly string[]> => {
    if (associated !== undefined && !/^(true|false)$/i.test(associated))
      throw errors.Invalid({ reason: 'The query parameter "associated" only accepts "true" or "false"' })
    const custom = await db.selectFrom('custom_traits').select('name').limit(mostTraits).execute()
    const all = [...standardTraits, ...custom.map(({ name }) => name)].sort()
    const passes = nameFilter(filter)
    const used = associated === undefined ? undefined : await associatedTraits(db)
    const wanted = associated?.toLowerCase() === 'true'
    return all.filter((name) => passes(name) && (used === undefined || used.has(name) === wanted))
  }

const associatedTraits = async (db: PlacementApp['db']): Promise<ReadonlySet<string>> =>
  new Set(
    (await db.selectFrom('provider_traits').select('trait').distinct().limit(mostTraits).execute()).map(
      ({ trait }) => trait,
    ),
  )

const nameFilter = (filter: string | undefined): ((name: string) => boolean) => {
  if (filter === undefined) return () => true
  const [, operator, operand = ''] = /^(in|startswith):(.+)$/.exec(filter) ?? []
  if (operator === 'startswith') return (name) => name.startsWith(operand)
  if (operator === 'in') {
    const names = new Set(operand.split(','))
    return (name) => names.has(name)
  }
  throw errors.Invalid({
    reason:
      'Badly formatted name parameter. Expected name query string parameter in form: ?name=[in|startswith]:[name1,name2|prefix]. Got: "' +
      filter +
      '"',
  })
}

/** Creates a custom trait; false when it exists. */
export const createTrait =
  ({ db, clock }: PlacementApp) =>
  async (name: string): Promise<boolean> => {
    if (standardTraits.has(name)) return false
    if (!customName.test(name) || name.length > longestName) {
      throw errors.Invalid({
        reason:
          'The trait is invalid. A valid trait must be no longer than 255 characters, start with the prefix "CUSTOM_" and use following characters: "A"-"Z", "0"-"9" and "_"',
      })
    }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('custom_traits')
      .values({ name, created_at: timestamp(clock) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }

export const removeTrait =
  ({ db }: PlacementApp) =>
  (name: string): Promise<void> =>
    inTransaction(db, async (trx) => {
      if (standardTraits.has(name)) throw errors.Invalid({ reason: `Cannot delete standard trait ${name}.` })
      const used = await trx
        .selectFrom('provider_traits')
        .select('trait')
        .where('trait', '=', name)
        .limit(1)
        .executeTakeFirst()
      if (used) throw errors.TraitInUse({ name })
      const { numDeletedRows } = await trx
        .deleteFrom('custom_traits')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw errors.TraitNotFound({ name })
    })
