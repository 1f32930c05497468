/**
 * Loaded into a cloud's process before its own code (`node --import`): records the SQLite statements of its main thread. On SIGUSR2
 * it writes those since the last time as JSON to the file named by `RECORD_STATEMENTS_IN`.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { onSqliteStatement } from '@nimbo/db/on-sqlite-statement.testing'

/** The file of the database, and the text of the statement. */
export type RecordedStatement = readonly [database: string, sql: string]

const into = process.env['RECORD_STATEMENTS_IN']

const record = (path: string): void => {
  let recorded: RecordedStatement[] = []
  onSqliteStatement(({ database, sql }) => void recorded.push([database, sql]))
  process.on('SIGUSR2', () => {
    writeFileSync(`${path}.part`, JSON.stringify(recorded))
    renameSync(`${path}.part`, path)
    recorded = []
  })
}

if (into !== undefined && isMainThread) record(into)
