import { step } from '@nimbo/durable/step'
import { isOutage } from '../is-outage.ts'
import { lacksRoom } from '../moves/lacks-room.ts'
import type { SelectsHost } from '../moves/select-host.ts'
import { type ForceableHost, selectOrForceHost } from '../moves/select-or-force-host.ts'

/** Lets the scheduler choose the host that takes the server over, unless the request forces one; and claims it. */
export const chooseNewHost = step<ForceableHost, SelectsHost>()({
  name: 'choose-destination',
  waitsOut: isOutage,
  run: (ctx, wanted, deps, { lease }) => selectOrForceHost(deps, ctx, wanted, lease),
  nothingToUndo:
    'an earlier step’s undo gives the server the migration’s claim back, which replaces this one',
  again: (error, { alternates = [] }) =>
    alternates.length > 0 && lacksRoom(error) ? { remaining: alternates } : undefined,
})
