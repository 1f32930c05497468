let lent = 0

/** How many databases of a server tests of this process have not given back. */
export const lentDatabases = (): number => lent

/** Counts a database as lent until the returned function is called. */
export const countLent = (): (() => void) => {
  lent += 1
  return () => {
    lent -= 1
  }
}
