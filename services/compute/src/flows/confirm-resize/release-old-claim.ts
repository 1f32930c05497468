import { step } from '@nimbo/durable/step'
import type { EndResize } from '../../domain/server-actions/operations.ts'
import type { HoldsParts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'

/** Deletes the allocation of the server's old place. */
export const releaseOldClaim = step<EndResize, Pick<HoldsParts, 'placement'>>()({
  name: 'release-old-claim',
  waitsOut: isOutage,
  run: async (ctx, { migrationId }, { placement }) => placement.release(ctx, migrationId),
  nothingToUndo: 'the server never returns to the source after the confirmation',
})
