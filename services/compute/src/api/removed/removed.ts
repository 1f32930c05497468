import { removedOperations } from '@nimbo/contracts/compute/removed'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

/** What answers that it is gone. */
export const removedRoutes = removedOperations.map((declared) =>
  handle(declared, async () => {
    throw errors.Gone()
  }),
)
