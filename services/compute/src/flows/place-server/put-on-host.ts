import type { TaskState } from '@nimbo/contracts/compute/states'
import { rebuildScheduledNotifications } from '@nimbo/contracts/compute/notifications/servers'
import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { step } from '@nimbo/durable/step'
import { instances } from '../../db/servers/instances.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import type { PlaceServer, ServerPlace } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, HoldsParts, InCell } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { freeVolumes } from '../moves/free-volumes.ts'
import { placedAt, serverThatMoves, showMove } from '../moves/server-that-moves.ts'

interface Shown {
  readonly from: readonly TaskState[]
  readonly to: TaskState
  /** Whether to notify, once at the beginning, that the server will be rebuilt on the host. */
  readonly tellsOfRebuild?: boolean
}

type Placed = PlaceServer & { readonly source: ServerPlace | null; readonly migrationId?: string }

/** Assigns the server to the chosen host; its volumes are disconnected from the previous host. */
export const putOnHost = <Input extends Placed>({ tellsOfRebuild = false, ...shown }: Shown) =>
  step<Input & { readonly destination: Destination }, FlowDeps & InCell & Pick<HoldsParts, 'volume'>>()({
    name: 'put-on-host',
    waitsOut: isOutage,
    run: async (ctx, { serverId, migrationId, destination, flavor }, deps) => {
      const record = await serverThatMoves(deps, serverId)
      if (migrationId !== undefined)
        await migrations(record.cell, deps.clock).change(migrationId, {
          from: ['accepted', 'pre-migrating'],
          to: { status: 'pre-migrating', dest_compute: destination.host, dest_node: destination.node },
        })
      await freeVolumes(deps, ctx, record)
      const { taskState, trustedImageCertificates } = record.server
      const isFirst = tellsOfRebuild && taskState !== shown.to
      await showMove(deps, ctx, record, {
        ...{ ...shown, changes: placedAt({ ...destination, flavor }) },
        ...(isFirst
          ? {
              also: (trx) =>
                deps.notices.happened(trx, ctx, serverId, rebuildScheduledNotifications, {
                  versioned: { trusted_image_certificates: trustedImageCertificates },
                }),
            }
          : {}),
      })
    },
    undo: async (_ctx, { serverId, source }, deps) => {
      const cell = await deps.databases.cell(deps.cellId)
      const nowhere = { host: null, node: null, availabilityZone: null }
      await instances(cell, deps.clock).update(serverId, source === null ? nowhere : placedAt(source))
    },
  })
