import { Client, escapeIdentifier } from 'pg'
import { databaseFault } from './database-faults.ts'

const connectWithinMs = 10_000

/** A quoted SQL identifier. */
export const quotedName = (name: string): string => escapeIdentifier(name)

export type RunStatement = (sql: string, parameters?: readonly unknown[]) => Promise<readonly unknown[]>

/** Opens one connection outside of pools and transactions, to create or drop databases. Each statement returns its rows. */
export const runOnPostgresql = async <Result>(
  url: string,
  work: (run: RunStatement) => Promise<Result>,
): Promise<Result> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs })
  // The failing statement reports the error.
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
