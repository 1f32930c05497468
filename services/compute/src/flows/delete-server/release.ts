import { step } from '@nimbo/durable/step'
import { blockDevices } from '../../db/block-devices.ts'
import { instances } from '../../db/instances.ts'
import { requestSpecs } from '../../db/request-specs.ts'
import type { DeleteServer } from '../../domain/operations.ts'
import type { FlowDeps, HoldsParts, InCell } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { portsToKeep, releaseParts } from '../release-parts.ts'

/** Gives back what the server held elsewhere: its ports, volumes and allocation. */
export const release = step<DeleteServer, FlowDeps & HoldsParts & InCell>()({
  name: 'release',
  waitsOut: isOutage,
  run: async (ctx, { serverId }, deps) => {
    const { databases, clock, cellId } = deps
    const cell = await databases.cell(cellId)
    const server = await instances(cell, clock).findPart(serverId, ['networkInfo'])
    if (server === undefined) return
    const spec = await requestSpecs(databases.api, clock).find(serverId)
    await releaseParts(deps, ctx, {
      serverId,
      preexistingPorts: portsToKeep(spec, server),
      disks: await blockDevices(cell, clock).ofServer(serverId),
    })
  },
  nothingToUndo: 'what was given back may be somebody else’s by now',
})
