import * as operations from '@nimbo/contracts/volume/transfers'
import { handlersOf, kindOf } from '@nimbo/http/handle'
import type { HttpRequest } from '@nimbo/http/message'
import type { Route } from '@nimbo/http/route'
import { microversion } from '@nimbo/operation/microversion'
import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import type { VolumeApp } from '../../app/app.ts'
import { linksOf, nextLink } from '../../app/links.ts'
import { listKind } from '../../app/list-kind.ts'
import { isTrue } from '../../app/paging.ts'
import { wireTime } from '../../domain/wire-time.ts'
import { createTransfers } from './migration.ts'
import { accept, needTransfer, offer, transfers, withdraw } from './transfers.ts'

const handle = handlersOf<VolumeApp>()({
  transfer: kindOf<VolumeApp>()({
    by: 'transfer_id',
    find: ({ app, ctx }, id) => needTransfer(app, ctx, id),
    facts: ({ project_id }) => ({ project_id }),
  }),
})

const summary = (request: HttpRequest, path: string, one: operations.Transfer) => ({
  id: one.id,
  name: one.name,
  volume_id: one.volume_id,
  links: linksOf(request, `${path}/${one.id}`),
})

const inFull = (request: HttpRequest, path: string, one: operations.Transfer): operations.TransferView => ({
  ...summary(request, path, one),
  created_at: wireTime(one.created_at),
  no_snapshots: one.no_snapshots,
  source_project_id: one.project_id,
  // Always null: a transfer is removed when it is accepted.
  destination_project_id: null,
  accepted: false,
})

const takesSnapshots = microversion('3.55')
const takesEncrypted = microversion('3.70')

/** The handlers of the operations under one of the two paths. */
const routesOf = ({
  list,
  listInFull,
  create,
  show,
  remove,
  accept: take,
}: typeof operations.transfers | typeof operations.olderTransfers): readonly Route<VolumeApp>[] => {
  const { path } = list
  return [
    handle(list, async (call) => {
      const { items, limit } = await listKind(transfers, call)
      const links = nextLink(call.request, items, limit)
      return {
        transfers: items.map((one) => summary(call.request, path, one)),
        ...(links && { transfers_links: links }),
      }
    }),
    handle(listInFull, async (call) => {
      const { items, limit } = await listKind(transfers, call)
      const links = nextLink(call.request, items, limit)
      return {
        transfers: items.map((one) => inFull(call.request, path, one)),
        ...(links && { transfers_links: links }),
      }
    }),
    handle(create, async ({ app, ctx, body, version, request }) => {
      const { volume_id, name = null, no_snapshots = false } = body.transfer
      const noSnapshots = version < takesSnapshots || isTrue(String(no_snapshots))
      const { key, ...made } = await offer(app)(ctx, {
        ...{ volumeId: volume_id, name, noSnapshots },
        mayBeEncrypted: version >= takesEncrypted,
      })
      return { transfer: { ...inFull(request, path, made), auth_key: key } }
    }),
    handle(show, async ({ found, request }) => ({ transfer: inFull(request, path, found.transfer) })),
    handle(remove, async ({ app, ctx, found }) => {
      await withdraw(app)(ctx, found.transfer)
    }),
    handle(take, async ({ app, ctx, params, body, request }) => {
      const taken = await accept(app)(ctx, params.transfer_id, body.accept.auth_key)
      return { transfer: summary(request, path, taken) }
    }),
  ]
}

export const transferRoom: Room = {
  routes: [...routesOf(operations.transfers), ...routesOf(operations.olderTransfers)],
  extensions: [extension('os-volume-transfer', 'VolumeTransfer', 'Volumes go from one project to another')],
  migrations: { '0012-transfers': createTransfers },
}
