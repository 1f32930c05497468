import { step } from '@nimbo/durable/step'
import type { ThawServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { thawGuest } from './thaw-guest.ts'

/** Thaws the file systems of the guest. */
export const thaw = step<ThawServer, FlowDeps & InCell & SpeaksToHosts>()({
  name: 'thaw',
  waitsOut: isOutage,
  nothingToUndo: 'a guest is never to be frozen again',
  run: (ctx, { serverId }, deps, { attempt }) => thawGuest(deps, ctx, serverId, attempt),
})
