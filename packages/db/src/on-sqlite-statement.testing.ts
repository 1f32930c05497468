import { basename } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'

/** A statement that was executed, and the name of the file of its database; empty for one in memory. */
interface Executed {
  readonly sql: string
  readonly database: string
}

/** Calls `then` after each SQLite statement that this thread executes on any database. */
export const onSqliteStatement = (then: (executed: Executed) => void): void => {
  const databases = new WeakMap<StatementSync, string>()
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...input: Parameters<typeof prepare>) {
    const statement = prepare.apply(this, input)
    databases.set(statement, basename(this.location() ?? ''))
    return statement
  }
  const after = <Method extends (this: never, ...input: never[]) => unknown>(method: Method): Method =>
    function (this: never, ...input: never[]) {
      const statement: StatementSync = this
      const result = method.apply(this, input)
      then({ sql: statement.sourceSQL, database: databases.get(statement) ?? '' })
      return result
    } as Method
  const { run, all, get } = StatementSync.prototype
  Object.assign(StatementSync.prototype, { run: after(run), all: after(all), get: after(get) })
}
