import type { KyselyPlugin } from 'kysely'

interface Waiting {
  readonly imageId: string
  readonly work: () => Promise<unknown>
  readings: number
}

/** Runs work of a test between a request's read of an image and what the request does next, to provoke races. */
export const imageReadings = () => {
  let waiting: Waiting | undefined
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const now = waiting
      if (now === undefined || !result.rows.some(({ id }) => id === now.imageId)) return result
      now.readings -= 1
      if (now.readings > 0) return result
      waiting = undefined
      await now.work()
      return result
    },
  }
  return {
    plugin,
    /** Runs the work once, after that many reads of the image from now on; the last of them returns the row from before the work. */
    after: (imageId: string, readings: number, work: () => Promise<unknown>): void => {
      waiting = { imageId, readings, work }
    },
  }
}
