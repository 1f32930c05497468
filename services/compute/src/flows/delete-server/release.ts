import { openStatuses } from '@nimbo/contracts/compute/migration-kind'
import { step } from '@nimbo/durable/step'
import { blockDevices } from '../../db/servers/block-devices.ts'
import { instances } from '../../db/servers/instances.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import type { DeleteServer } from '../../domain/server-actions/operations.ts'
import { vtpmOf } from '@nimbo/contracts/compute/vtpm'
import { forgetTpmKey } from '../../resources/tpm-keys.ts'
import type { FlowDeps, HoldsParts, InCell, KeepsKeys, MakesImages } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { forgetShelved } from '../offload-server/forget-shelved.ts'
import { portsToKeep, releaseParts } from '../release-parts.ts'

/** Releases the server's ports, volumes and allocation. */
export const release = step<
  DeleteServer & { readonly openMigration?: string | null },
  FlowDeps & HoldsParts & KeepsKeys & MakesImages & InCell
>()({
  name: 'release',
  waitsOut: isOutage,
  run: async (ctx, { serverId, openMigration }, deps) => {
    const { databases, clock, cellId } = deps
    const cell = await databases.cell(cellId)
    const server = await instances(cell, clock).findPart(serverId, [
      'networkInfo',
      'flavor',
      'imageProperties',
    ])
    if (server === undefined) return
    const spec = await requestSpecs(databases.api, clock).find(serverId)
    await releaseParts(deps, ctx, {
      serverId,
      preexistingPorts: portsToKeep(spec, server),
      disks: await blockDevices(cell, clock).ofServer(serverId),
    })
    await forgetShelved(deps, ctx, serverId, spec)
    // Flows that an earlier version started have no `openMigration`.
    const open =
      openMigration === undefined
        ? (await migrations(cell, clock).newest(serverId, openStatuses))?.id
        : openMigration
    // A resize that is not confirmed yet has kept the TPM of the flavor before.
    const before = open == null ? undefined : (await migrations(cell, clock).find(open))?.old_flavor
    const { imageProperties } = server
    const hasTpm = [server.flavor, before].some((flavor) => flavor && vtpmOf({ ...flavor, imageProperties }))
    if (hasTpm) await forgetTpmKey(deps.keys, ctx, serverId)
    if (open == null) return
    await deps.placement.release(ctx, open)
    await migrations(cell, clock).change(open, { from: openStatuses, to: { status: 'confirmed' } })
  },
  nothingToUndo: 'another server may already use what was released',
})
