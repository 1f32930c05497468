/** A connection keeps what it prepared for as long as it lives; lists of every length would fill the server's memory. */
const mostNames = 500
const mostOnes = 2_000

/**
 * Names by which connections of one pool prepare statements, so that the server reads and plans a text once a connection.
 * Gives one from the second time a text is seen; undefined for texts seen once and when there are names enough.
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
