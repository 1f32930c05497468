import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { checkSqliteFile } from '@nimbo/db/check-sqlite-file'

/**
 * Checks the databases of a cloud that did not shut down cleanly. Returns a sentence for each database that lost changes; throws
 * `DatabaseDamaged` when one cannot be used.
 */
export const checkDatabases = async (directory: string): Promise<readonly string[]> => {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.db')).sort()
  return files.flatMap((name) => {
    const file = join(directory, name)
    const lost = checkSqliteFile(file)
    if (lost === 0) return []
    return [
      `the last changes to ${file} are lost: its log ${name}-wal lacks ${lost} pages that were written to it. ` +
        'What was under way then ends in ERROR; "nimbo manage audit" shows what else no longer fits together',
    ]
  })
}
