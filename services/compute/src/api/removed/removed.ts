import { removedOperations } from '@nimbo/contracts/compute/removed'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

/** Handlers that answer 410 for removed operations. */
export const removedRoutes = removedOperations.map((declared) =>
  handle(declared, async () => {
    throw errors.Gone()
  }),
)
