import * as operations from '@nimbo/contracts/compute/servers'
import { asBoolean } from '@nimbo/contracts/compute/words'
import { answer } from '@nimbo/http/answer'
import type { Call } from '@nimbo/http/route'
import { microversion } from '@nimbo/operation/microversion'
import type { ComputeApp } from '../../app/compute-app.ts'
import type { LocatedServer } from '../../app/servers/find-server.ts'
import type { ListedServer } from '../../app/servers/list-servers.ts'
import { canonicalAddress } from '../../domain/networks/ip-address.ts'
import { lostServerAlone, lostServerBrief, lostServerView } from '../../domain/servers/lost-server-view.ts'
import { linksTo, serverView, type Viewer } from '../../domain/servers/server-view.ts'
import { handle } from '../handle.ts'
import { nextLink } from '../page-links.ts'
import { serverLifts } from './lift-server-body.ts'
import { pageOf } from './server-list-query.ts'

const flavorEmbedded = microversion('2.47')
/** Since 2.72 ports of a new server may request bandwidth and packet rate of its host. */
const portsRequest = microversion('2.72')
const volumesShared = microversion('2.60')
const groupsShown = microversion('2.71')
/** Since 2.75 all operations show a server in the same form. */
const shownAlike = microversion('2.75')
const hostStatusShown = microversion('2.16')
/** Since 2.96 the requested zone is shown; scheduler hints came later. */
const requestShown = microversion('2.96')
/** Since 2.69 servers of a cell that is down are shown in part; before, lists left them out and show failed. */
const lostShown = microversion('2.69')

type ViewCall = Pick<Call<ComputeApp>, 'ctx' | 'app' | 'base' | 'version' | 'allows'>

const shownHostStatus = (allows: ViewCall['allows']): Viewer['hostStatus'] => {
  if (allows('os_compute_api:servers:show:host_status')) return 'all'
  return allows('os_compute_api:servers:show:host_status:unknown-only') ? 'unknown' : 'none'
}

/** The views of servers; server groups are shown only with a single server. */
const viewServers = async (
  { ctx, app, base, version, allows }: ViewCall,
  located: readonly LocatedServer[],
  shape: 'one' | 'list',
): Promise<readonly operations.ServerView[]> => {
  const viewer = {
    base,
    hostStatus: shownHostStatus(allows),
    faultDetails: allows('os_compute_api:os-extended-server-attributes'),
    flavorLinked: version < flavorEmbedded,
  }
  const groups = shape === 'one' && version >= groupsShown
  const described = await app.servers.describe(ctx, located, {
    groups,
    request: version >= requestShown,
    hostStatus: viewer.hostStatus !== 'none' && version >= hostStatusShown,
  })
  return described.map((one) => {
    const { server_groups, ...view } = serverView(one, viewer)
    return groups ? { ...view, server_groups: server_groups ?? [] } : view
  })
}

/** The view of one server. */
const viewOne = async (call: ViewCall, located: LocatedServer): Promise<operations.ServerView> => {
  const [view] = await viewServers(call, [located], 'one')
  if (!view) throw new Error(`no view of server ${located.server.id}`)
  return view
}

/** The reply to an update. */
export const viewChanged = async (
  call: ViewCall,
  id: string,
): Promise<operations.ServerView | operations.PlainServerView> => {
  const server = await viewOne(call, await call.app.servers.find(call.ctx, id))
  return call.version >= shownAlike ? server : plainView(server)
}

/** A detailed list, including partial servers of cells that are down. */
const viewList = async (
  call: ViewCall,
  listed: readonly ListedServer[],
): Promise<operations.ListedServerView[]> => {
  const found = listed.filter((one) => 'server' in one)
  const views = (await viewServers(call, found, 'list')).values()
  return listed.flatMap((one): readonly operations.ListedServerView[] => {
    if ('lost' in one) return [lostServerView(one.lost, call.base)]
    const { value } = views.next()
    return value ? [value] : []
  })
}

const idOf = (listed: ListedServer): string => ('lost' in listed ? listed.lost.id : listed.server.id)

const create = handle(
  operations.createServer,
  async ({ ctx, app, body, base, enforce, allows, version }) => {
    const { server } = body
    const hints = body['os:scheduler_hints'] ?? body['OS-SCH-HNT:scheduler_hints'] ?? {}
    const booted = await app.servers.boot(ctx, {
      ...{ server, hints, enforce, allows },
      takesResourceRequests: version >= portsRequest,
      takesSharedVolumes: version >= volumesShared,
    })
    if (asBoolean(server.return_reservation_id)) return { reservation_id: booted.reservationId }
    const path = `/servers/${booted.serverId}`
    const shown = {
      id: booted.serverId,
      links: linksTo(base, path),
      'OS-DCF:diskConfig': booted.diskConfig,
      security_groups: booted.securityGroups.map((name) => ({ name })),
      ...(app.deps.config.api.enable_instance_password ? { adminPass: booted.adminPassword } : {}),
    }
    return answer({ server: shown }, { headers: { location: `${base}${path}` } })
  },
  { lift: serverLifts },
)

const list = handle(operations.listServers, async (call) => {
  const page = { ...pageOf(call, 'index'), withLost: call.version >= lostShown }
  const found = await call.app.servers.list(page)
  return {
    servers: found.map((one) => {
      if ('lost' in one) return lostServerBrief(one.lost, call.base)
      const { id, name } = one.server
      return { id, name, links: linksTo(call.base, `/servers/${id}`) }
    }),
    ...nextLink('servers', call.request, {
      full: found.length === page.limit,
      last: found.map(idOf).at(-1),
    }),
  }
})

const listInFull = handle(operations.listServersInFull, async (call) => {
  const page = { ...pageOf(call, 'detail'), withLost: call.version >= lostShown }
  const found = await call.app.servers.list(page)
  return {
    servers: await viewList(call, found),
    ...nextLink('servers', call.request, {
      full: found.length === page.limit,
      last: found.map(idOf).at(-1),
    }),
  }
})

const show = handle(operations.showServer, async (call) => {
  const found = call.found.server_even_lost
  if ('server' in found) return { server: await viewOne(call, found) }
  const view = lostServerAlone(found, found.spec, call.base)
  return { server: call.version >= groupsShown ? { ...view, server_groups: [...found.groupIds] } : view }
})

/** Before 2.75 replies to updates show neither host attributes nor the flavor's details. */
const plainView = (server: operations.ServerView): operations.PlainServerView => ({
  id: server.id,
  name: server.name,
  status: server.status,
  tenant_id: server.tenant_id,
  user_id: server.user_id,
  metadata: server.metadata,
  hostId: server.hostId,
  image: server.image,
  flavor: server.flavor,
  created: server.created,
  updated: server.updated,
  addresses: Object.fromEntries(
    Object.entries(server.addresses).map(([network, addresses]) => [
      network,
      addresses.map(({ version, addr }) => ({ version, addr })),
    ]),
  ),
  accessIPv4: server.accessIPv4,
  accessIPv6: server.accessIPv6,
  links: server.links,
  'OS-DCF:diskConfig': server['OS-DCF:diskConfig'],
  ...(server.progress === undefined ? {} : { progress: server.progress }),
  ...(server.fault === undefined ? {} : { fault: server.fault }),
  locked: server.locked,
  locked_reason: server.locked_reason,
  description: server.description,
  tags: server.tags,
  trusted_image_certificates: server.trusted_image_certificates,
  ...(server.server_groups === undefined ? {} : { server_groups: server.server_groups }),
})

const update = handle(operations.updateServer, async (call) => {
  const located = call.found.server
  const {
    accessIPv4,
    accessIPv6,
    'OS-DCF:diskConfig': diskConfig,
    pinned_availability_zone: zone,
    ...plain
  } = call.body.server
  if (zone !== undefined) {
    const { 'OS-EXT-AZ:availability_zone': currentZone } = await viewOne(call, located)
    await call.app.servers.repin(located.server.id, { currentZone, zone })
  }
  await call.app.servers.change(call.ctx, located, {
    ...plain,
    ...(accessIPv4 === undefined ? {} : { accessIpV4: accessIPv4 || null }),
    ...(accessIPv6 === undefined ? {} : { accessIpV6: canonicalAddress(accessIPv6 ?? '') || null }),
    ...(diskConfig ? { diskConfig } : {}),
  })
  return { server: await viewChanged(call, located.server.id) }
})

const remove = handle(operations.deleteServer, async ({ ctx, app, found }) => {
  await app.servers.remove(ctx, found.server)
})

export const serverRoutes = [create, list, listInFull, show, update, remove]
