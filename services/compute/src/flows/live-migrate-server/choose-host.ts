import { step } from '@nimbo/durable/step'
import { type Fault, isFault } from '@nimbo/kernel/errors'
import { isOutage } from '../is-outage.ts'
import { lacksRoom } from '../moves/lacks-room.ts'
import type { SelectsHost } from '../moves/select-host.ts'
import { type ForceableHost, selectOrForceHost } from '../moves/select-or-force-host.ts'

/** Whether another host may succeed after this failure. */
const maySucceedElsewhere = (error: Fault): boolean =>
  lacksRoom(error) ||
  isFault(error, 'MigrationPreCheckError', 'InvalidLocalStorage', 'InvalidSharedStorage', 'PortBindingFailed')

/** Lets the scheduler choose a host of the cell, unless the request forces one; and claims it. */
export const chooseHost = step<ForceableHost, SelectsHost>()({
  name: 'choose-host',
  waitsOut: isOutage,
  run: (ctx, wanted, deps, { lease }) => selectOrForceHost(deps, ctx, wanted, lease),
  nothingToUndo:
    'an earlier step’s undo gives the server the migration’s claim back, which replaces this one',
  again: (error, { alternates = [] }) =>
    alternates.length > 0 && maySucceedElsewhere(error) ? { remaining: alternates } : undefined,
})
