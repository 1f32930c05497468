import type { Db } from '../db/providers.ts'
import { standardResourceClasses } from '../domain/standard-resource-classes.ts'
import { standardTraits } from '../domain/standard-traits.ts'

const standardClasses: ReadonlySet<string> = new Set(standardResourceClasses)

/** The first unknown resource class among `names`, if any. */
export const unknownResourceClass = async (db: Db, names: readonly string[]): Promise<string | undefined> => {
  const custom = names.filter((name) => !standardClasses.has(name))
  if (custom.length === 0) return undefined
  const rows = await db
    .selectFrom('custom_resource_classes')
    .select('name')
    .where('name', 'in', custom)
    .execute()
  return custom.find((name) => !rows.some((row) => row.name === name))
}

/** The unknown traits among `names`. */
export const unknownTraits = async (db: Db, names: readonly string[]): Promise<readonly string[]> => {
  const custom = names.filter((name) => !standardTraits.has(name))
  if (custom.length === 0) return []
  const rows = await db.selectFrom('custom_traits').select('name').where('name', 'in', custom).execute()
  return custom.filter((name) => !rows.some((row) => row.name === name))
}
