import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import { standardResourceClasses } from '../domain/standard-resource-classes.ts'
import { errors } from '../errors.ts'
import type { PlacementApp } from './app.ts'

const mostClasses = 10_000
const standard: ReadonlySet<string> = new Set(standardResourceClasses)

export const listResourceClasses =
  ({ db }: PlacementApp) =>
  async (): Promise<readonly string[]> => {
    const custom = await db
      .selectFrom('custom_resource_classes')
      .select('name')
      .orderBy('name')
      .limit(mostClasses)
      .execute()
    return [...standardResourceClasses, ...custom.map(({ name }) => name)]
  }

/** Creates a custom resource class; false when it exists. */
export const createResourceClass =
  ({ db, clock }: PlacementApp) =>
  async (name: string): Promise<boolean> => {
    if (!/^CUSTOM_[A-Z0-9_]{1,248}$/.test(name)) {
      throw errors.Invalid({
        reason: `JSON does not validate: '${name}' does not match '^CUSTOM\\_[A-Z0-9_]+$'`,
      })
    }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('custom_resource_classes')
      .values({ name, created_at: timestamp(clock) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }

/** Renames a custom resource class, including in inventories and allocations. */
export const renameResourceClass =
  ({ db, clock }: PlacementApp) =>
  (name: string, newName: string): Promise<void> =>
    inTransaction(db, async (trx) => {
      if (standard.has(name)) throw errors.StandardClassUpdate({ name })
      const taken = await trx
        .selectFrom('custom_resource_classes')
        .select('name')
        .where('name', '=', newName)
        .executeTakeFirst()
      if (taken) throw errors.ResourceClassExists({ name: newName })
      const { numDeletedRows } = await trx
        .deleteFrom('custom_resource_classes')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw errors.ResourceClassNotFound({ name })
      await trx
        .insertInto('custom_resource_classes')
        .values({ name: newName, created_at: timestamp(clock) })
        .execute()
      // Providers' generations are incremented, because their inventories changed.
      await trx
        .updateTable('resource_providers')
        .set(({ eb }) => ({ generation: eb('generation', '+', 1), updated_at: timestamp(clock) }))
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('inventories').select('provider_id').where('resource_class', '=', name),
        )
        .execute()
      for (const table of ['inventories', 'allocations'] as const)
        await trx
          .updateTable(table)
          .set({ resource_class: newName })
          .where('resource_class', '=', name)
          .execute()
    })

export const removeResourceClass =
  ({ db }: PlacementApp) =>
  (name: string): Promise<void> =>
    inTransaction(db, async (trx) => {
      if (standard.has(name)) throw errors.StandardClassDelete({ name })
      const used = await trx
        .selectFrom('inventories')
        .select('provider_id')
        .where('resource_class', '=', name)
        .limit(1)
        .executeTakeFirst()
      if (used) throw errors.ResourceClassInUse({ name })
      const { numDeletedRows } = await trx
        .deleteFrom('custom_resource_classes')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw errors.ResourceClassNotFound({ name })
    })
