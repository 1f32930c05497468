import type { PostgresPool } from 'kysely'

/**
 * A pool of connections as one of its users sees it: when the user ends it, the user gets no connection any more, and the pool goes
 * on. Like that of a pool, `end` waits for the connections that are in use.
 */
export const lentPool = (pool: PostgresPool): PostgresPool => {
  const ended = Promise.withResolvers<void>()
  let inUse = 0
  let ending = false
  const leave = (): void => {
    inUse -= 1
    if (ending && inUse === 0) ended.resolve()
  }
  return {
    connect: async () => {
      if (ending) throw new Error('Cannot use a pool after calling end on the pool')
      inUse += 1
      try {
        const client = await pool.connect()
        return {
          query: client.query.bind(client),
          release: () => {
            client.release()
            leave()
          },
        }
      } catch (error) {
        leave()
        throw error
      }
    },
    end: () => {
      ending = true
      if (inUse === 0) ended.resolve()
      return ended.promise
    },
    options: pool.options,
  }
}
