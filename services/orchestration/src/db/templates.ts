import type { Sealing } from '../domain/sealing.ts'
import type { Db } from './db.ts'

type Values = Readonly<Record<string, unknown>>

/** A template with its environment and files, as received. */
export interface StoredTemplate {
  readonly template: Values
  /** In the format of an environment file. */
  readonly environment: Values
  readonly files: Readonly<Record<string, string>>
}

export const insertTemplate = async (
  db: Db,
  { confidential }: Sealing,
  {
    id,
    stackId,
    at,
    ...stored
  }: StoredTemplate & { readonly id: string; readonly stackId: string; readonly at: string },
): Promise<void> => {
  await db
    .insertInto('templates')
    .values({
      id,
      stack_id: stackId,
      template: confidential(JSON.stringify(stored.template)),
      environment: confidential(JSON.stringify(stored.environment)),
      files: JSON.stringify(stored.files),
      created_at: at,
    })
    .execute()
}

export const findTemplate = async (
  db: Db,
  { open }: Sealing,
  id: string,
): Promise<StoredTemplate | undefined> => {
  const row = await db.selectFrom('templates').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    row && {
      template: JSON.parse(open(row.template)),
      environment: JSON.parse(open(row.environment)),
      files: JSON.parse(row.files),
    }
  )
}

/** The template of a stack or a snapshot, which exists as long as they refer to it. */
export const readTemplate = async (db: Db, sealing: Sealing, id: string): Promise<StoredTemplate> => {
  const found = await findTemplate(db, sealing, id)
  if (found === undefined) throw new Error(`the template ${id} is gone`)
  return found
}

/** Deletes the templates of a stack that nothing refers to any more. */
export const forgetTemplates = async (db: Db, stackId: string, keep: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('templates')
    .where('stack_id', '=', stackId)
    .where('id', 'not in', [...keep, ''])
    .execute()
}
