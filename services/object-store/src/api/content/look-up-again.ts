import { isFault } from '@nimbo/kernel/errors'
import type { SwiftApp } from '../../app/app.ts'
import type { FoundObject } from '../../db/find-object.ts'

/** An object that is replaced this often while one request reads it gets an error. */
const mostLookups = 5

/** An object, and how its bytes are opened and sent. */
export interface LookedUp<Answer> {
  readonly found: FoundObject
  readonly answer: () => Promise<Answer>
}

const hasChanged = async (app: SwiftApp, { container, object }: FoundObject): Promise<boolean> =>
  (await app.objects.find(container.id, object.name))?.blob !== object.blob

/**
 * Answers with the object that `lookUp` finds, and looks again if it has been replaced: between the lookup and the opening of its
 * bytes these, or the segments of a large object, may have been removed.
 */
export const lookUpAgain = async <Answer>(
  app: SwiftApp,
  lookUp: () => Promise<LookedUp<Answer>>,
): Promise<Answer> => {
  for (let lookups = 1; ; lookups += 1) {
    const { found, answer } = await lookUp()
    try {
      return await answer()
    } catch (error) {
      const isFinal = isFault(error) && !isFault(error, 'Conflict')
      if (isFinal || lookups === mostLookups || !(await hasChanged(app, found))) throw error
    }
  }
}
