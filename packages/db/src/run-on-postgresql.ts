import { Client, escapeIdentifier } from 'pg'
import { databaseFault } from './database-faults.ts'

const connectWithinMs = 10_000

/** A name as a statement holds it. */
export const quotedName = (name: string): string => escapeIdentifier(name)

export type RunStatement = (sql: string, parameters?: readonly unknown[]) => Promise<readonly unknown[]>

/**
 * Lends one connection to a server, outside of pools and transactions: for what concerns whole databases, such as making
 * and dropping them. Each statement gives its rows.
 */
export const runOnPostgresql = async <Result>(
  url: string,
  work: (run: RunStatement) => Promise<Result>,
): Promise<Result> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs })
  // What breaks is told by the statement that meets it.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(async (sql, parameters = []) => (await client.query(sql, [...parameters])).rows)
  } catch (error) {
    throw databaseFault(error)
  } finally {
    await client.end().catch(() => {})
  }
}
