import { afterCommit, beforeCommit } from '@nimbo/db/after-commit'
import type { Insertable, Kysely } from 'kysely'
import { putIntoOutbox } from './outbox.ts'
import type { NotificationRow, OutboxTables } from './outbox-tables.ts'

type Database = Kysely<OutboxTables>
type Row = Insertable<NotificationRow>

/** So many are one statement at the most: each number of them is a statement of its own. */
const mostTogether = 10

const write = async (db: Database, rows: Row[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += mostTogether)
    await putIntoOutbox(db, rows.slice(at, at + mostTogether))
}

/**
 * Writes what is told: all that one transaction tells as its last statement, in the order in which it was told, and at once
 * what is told without one. `written` is called when others can see it.
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
