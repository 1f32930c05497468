import { StatementSync } from 'node:sqlite'

/** Calls `then` after each SQLite statement that this process executes on any database. */
export const onSqliteStatement = (then: () => void): void => {
  const after = <Method extends (this: never, ...input: never[]) => unknown>(method: Method): Method =>
    function (this: never, ...input: never[]) {
      const result = method.apply(this, input)
      then()
      return result
    } as Method
  const { run, all, get } = StatementSync.prototype
  Object.assign(StatementSync.prototype, { run: after(run), all: after(all), get: after(get) })
}
