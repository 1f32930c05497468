import { step } from '@nimbo/durable/step'
import { requestSpecs } from '../../db/request-specs.ts'
import type { DeleteServer } from '../../domain/operations.ts'
import type { FlowDeps, HoldsParts, InCell } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { portsToKeep, releaseParts } from '../release-parts.ts'
import { serverInCell } from '../server-record.ts'

/** Gives back what the server held elsewhere: its ports, volumes and allocation. */
export const release = step<DeleteServer, FlowDeps & HoldsParts & InCell>()({
  name: 'release',
  waitsOut: isOutage,
  run: async (ctx, { serverId }, deps) => {
    const record = await serverInCell(deps, serverId)
    if (record === undefined) return
    const spec = await requestSpecs(deps.databases.api, deps.clock).find(serverId)
    await releaseParts(deps, ctx, {
      serverId,
      preexistingPorts: portsToKeep(spec, record.server),
      disks: record.disks,
    })
  },
  nothingToUndo: 'what was given back may be somebody else’s by now',
})
