import { DatabaseSync } from 'node:sqlite'
import { DatabaseDamaged, sqliteFault } from './sqlite-errors.ts'
import { readLogIndex } from './sqlite-log-index.ts'

/**
 * Checks a database that no process has open, without changing it. Returns how many committed pages are missing from its
 * write-ahead log: their content is lost and the database is in an earlier state. Throws `DatabaseDamaged` when the file is
 * corrupt. The log is compared with its index, which a killed process leaves behind; after a power failure there may be none.
 */
export const checkSqliteFile = (file: string): number => {
  const promised = readLogIndex(file)
  findDamage(file)
  // Read before opening, because opening a database rebuilds the index from the log.
  const found = readLogIndex(file)
  if (promised === undefined || promised.pagesInDatabase >= promised.pages) return 0
  return Math.max(0, promised.pages - (found?.pages ?? 0))
}

const findDamage = (file: string): void => {
  try {
    // A writable connection would checkpoint the log when it is closed.
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
