import { forgetShelved } from '../../offload-server/forget-shelved.ts'
import type { Consequences } from './consequences.ts'

export const unshelveHere: Consequences<'unshelve-here'> = {
  follow: (ctx, { record }, deps) => forgetShelved(deps, ctx, record.server.id),
}
