import { prepared } from '@nimbo/db/prepared'
import type { AttributeDeclaration } from '../../domain/metric/attribute-types.ts'
import type { MetricDb } from './policies.ts'

/** A resource type. */
export interface ResourceType {
  readonly name: string
  readonly attributes: Readonly<Record<string, AttributeDeclaration>>
}

const mostTypes = 10_000

const typeOf = ({
  name,
  attributes,
}: {
  readonly name: string
  readonly attributes: string
}): ResourceType => ({
  name,
  attributes: JSON.parse(attributes),
})

export const allTypes = async (db: MetricDb): Promise<readonly ResourceType[]> =>
  (await db.selectFrom('resource_types').selectAll().orderBy('name').limit(mostTypes).execute()).map(typeOf)

const typeNamed = prepared((db: MetricDb, { name }: { readonly name: string }) =>
  db.selectFrom('resource_types').selectAll().where('name', '=', name),
)

export const findType = async (db: MetricDb, name: string): Promise<ResourceType | undefined> => {
  const [row] = await typeNamed(db, { name })
  return row && typeOf(row)
}

const typesAmong = prepared((db: MetricDb, { names }: { readonly names: readonly string[] }) =>
  db.selectFrom('resource_types').selectAll().where('name', 'in', names),
)

/** The types with these names; missing ones are left out. */
export const findTypes = async (db: MetricDb, names: readonly string[]): Promise<readonly ResourceType[]> =>
  names.length === 0 ? [] : (await typesAmong(db, { names })).map(typeOf)

/** Inserts a type; false when there is one with that name. */
export const insertType = async (db: MetricDb, { name, attributes }: ResourceType): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('resource_types')
    .values({ name, attributes: JSON.stringify(attributes) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const replaceType = async (db: MetricDb, { name, attributes }: ResourceType): Promise<void> => {
  await db
    .updateTable('resource_types')
    .set({ attributes: JSON.stringify(attributes) })
    .where('name', '=', name)
    .execute()
}

export const isTypeUsed = async (db: MetricDb, name: string): Promise<boolean> => {
  const used = await db
    .selectFrom('resources')
    .select('id')
    .where('type', '=', name)
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

export const deleteType = async (db: MetricDb, name: string): Promise<void> => {
  await db.deleteFrom('resource_types').where('name', '=', name).execute()
}
