import { step } from '@nimbo/durable/step'
import { isOutage } from '../is-outage.ts'
import { lacksRoom } from '../moves/lacks-room.ts'
import { type HostWanted, selectHost, type SelectsHost } from '../moves/select-host.ts'

/** Lets the scheduler choose a host of the cell for the new flavor, and claim it. */
export const chooseDestination = step<HostWanted, SelectsHost>()({
  name: 'choose-destination',
  waitsOut: isOutage,
  run: (ctx, wanted, deps, { lease }) => selectHost(deps, ctx, wanted, lease),
  nothingToUndo:
    'an earlier step’s undo gives the server the migration’s claim back, which replaces this one',
  again: (error, { alternates = [] }) =>
    alternates.length > 0 && lacksRoom(error) ? { remaining: alternates } : undefined,
})
