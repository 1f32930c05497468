import { afterCommit, beforeCommit } from '@nimbo/db/after-commit'
import type { Insertable, Kysely } from 'kysely'
import { putIntoOutbox } from './outbox.ts'
import type { NotificationRow, OutboxTables } from './outbox-tables.ts'

type Database = Kysely<OutboxTables>
type Row = Insertable<NotificationRow>

/** Most rows of one statement: each number of rows is a prepared statement of its own. */
const mostTogether = 10

const write = async (db: Database, rows: Row[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += mostTogether)
    await putIntoOutbox(db, rows.slice(at, at + mostTogether))
}

/**
 * Writes notifications: those of one transaction by its last statements, in the order they were given, and those without a
 * transaction at once. `written` is called after the commit.
 */
export const writeTogether = (written: (db: Database) => void) => {
  const gathered = new WeakMap<Database, Row[]>()
  return async (db: Database, row: Row): Promise<void> => {
    const before = gathered.get(db)
    if (before) {
      before.push(row)
      return
    }
    const rows = [row]
    gathered.set(db, rows)
    await beforeCommit(db, () => {
      gathered.delete(db)
      return write(db, rows)
    })
    afterCommit(db, () => written(db))
  }
}
