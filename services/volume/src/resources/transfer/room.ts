import * as operations from '@nimbo/contracts/volume/transfers'
import { handlersOf, kindOf } from '@nimbo/http/handle'
import type { HttpRequest } from '@nimbo/http/message'
import type { Call, Route } from '@nimbo/http/route'
import { microversion } from '@nimbo/operation/microversion'
import type { QueryOf } from '@nimbo/operation/operation'
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
const pages = microversion('3.59')
const takesEncrypted = microversion('3.70')

type ListCall = Call<VolumeApp, unknown, QueryOf<typeof operations.transfers.list>>

/**
 * A page of transfers. In versions without markers and sorting, the oldest come first, and there are no links to further pages.
 */
const pageOf = async <View>(call: ListCall, view: (transfer: operations.Transfer) => View) => {
  const hasPages = call.version >= pages
  const query = hasPages ? call.query : { ...call.query, sort: 'created_at:asc' }
  const { items, limit } = await listKind(transfers, { ...call, query })
  const links = hasPages ? nextLink(call.request, items, limit) : undefined
  return { transfers: items.map(view), ...(links && { transfers_links: links }) }
}

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
    handle(list, (call) => pageOf(call, (one) => summary(call.request, path, one))),
    handle(listInFull, (call) => pageOf(call, (one) => inFull(call.request, path, one))),
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
