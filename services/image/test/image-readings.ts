import type { KyselyPlugin } from 'kysely'

interface Waiting {
  readonly imageId: string
  readonly work: () => Promise<unknown>
  readings: number
}

/** Has something happen between the moment that a request reads an image and what it does then. */
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
    /** Does the work once, after that many readings of the image from now on; the last reader gets what was there before. */
    after: (imageId: string, readings: number, work: () => Promise<unknown>): void => {
      waiting = { imageId, readings, work }
    },
  }
}
