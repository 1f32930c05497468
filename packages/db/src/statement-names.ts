/** Prepared statements live as long as their connection; lists of every length would fill the server's memory. */
const mostNames = 500
const mostOnes = 2_000

/**
 * Names for prepared statements, so that the server parses and plans each text once per connection. Returns a name from the
 * second use of a text; undefined at the first, and when there are too many names.
 */
export const statementNames = (): ((sql: string) => string | undefined) => {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  return (sql) => {
    const known = names.get(sql)
    if (known !== undefined || names.size >= mostNames) return known
    if (!seenOnce.delete(sql)) {
      if (seenOnce.size >= mostOnes) seenOnce.clear()
      seenOnce.add(sql)
      return undefined
    }
    const name = `nimbo-${names.size + 1}`
    names.set(sql, name)
    return name
  }
}
