import { DatabaseSync } from 'node:sqlite'
import { DatabaseDamaged, sqliteFault } from './sqlite-errors.ts'
import { readLogIndex } from './sqlite-log-index.ts'

/**
 * Looks through a database that nobody has open, and changes nothing in it. Gives how many pages of the log beside it were
 * committed and are not there any more: what they held is lost, and the database is as it was before. Throws
 * `DatabaseDamaged` when what is there is not whole.
 *
 * The log is checked against its index, which a process that was killed leaves behind; after a power cut there may be none.
 */
export const checkSqliteFile = (file: string): number => {
  const promised = readLogIndex(file)
  findDamage(file)
  // Whoever opens a database makes the index of its log anew, from what is in the log.
  const found = readLogIndex(file)
  if (promised === undefined || promised.pagesInDatabase >= promised.pages) return 0
  return Math.max(0, promised.pages - (found?.pages ?? 0))
}

const findDamage = (file: string): void => {
  try {
    // One that may write would take the log into the database when it closes it.
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const [found] = database.prepare('pragma quick_check(1)').all()
      const said = String(found?.quick_check)
      if (said !== 'ok') throw new DatabaseDamaged(file, said.replaceAll(/\s+/g, ' '))
    } finally {
      database.close()
    }
  } catch (error) {
    throw sqliteFault(error, file)
  }
}
