import type { CreateServerRequest } from '@nimbo/contracts/compute/create-server'
import { asBoolean, Description, exact, Fqdn, Name } from '@nimbo/contracts/compute/words'
import { accepted, noContent, ok } from '@nimbo/http/reply'
import type { Call } from '@nimbo/http/route'
import { isFault } from '@nimbo/kernel/errors'
import { microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import type { ComputeApp } from '../app/compute-app.ts'
import type { LocatedServer } from '../app/find-server.ts'
import type { ListedServer } from '../app/list-servers.ts'
import { canonicalAddress } from '../domain/ip-address.ts'
import { lostServerAlone, lostServerBrief, lostServerView } from '../domain/lost-server-view.ts'
import { bookmarkBase, linksTo, serverView, type Viewer } from '../domain/server-view.ts'
import { createServerBody } from './create-server-body.ts'
import { lowerServer, withFlavorLink } from './lower-server.ts'
import { nextLink } from './page-links.ts'
import { route, targetServer } from './route.ts'
import { pageOf } from './server-list-query.ts'

const flavorEmbedded = microversion('2.47')
const groupsShown = microversion('2.71')
const hostStatusShown = microversion('2.16')
/** The zone that was asked for; the hints came later. */
const requestShown = microversion('2.96')

type ViewCall = Pick<Call<ComputeApp>, 'ctx' | 'app' | 'base' | 'version' | 'allows'>

/** Of a server whose cell is down this version shows what there is; before, lists had it not, and looking at it failed. */
const lostShown = microversion('2.69')

/** A list with details: servers, and among them what there is of those whose cell is down. */
const viewList = async (call: ViewCall, listed: readonly ListedServer[]): Promise<readonly object[]> => {
  const found = listed.filter((one) => 'server' in one)
  const views = (await viewServers(call, found, 'list')).values()
  return listed.map((one) =>
    'lost' in one ? lostServerView(one.lost, call.base) : (views.next().value ?? {}),
  )
}

/** A server whose cell is down, by itself. */
const viewLost = async (call: ViewCall & Pick<Call<ComputeApp>, 'enforce'>, id: string): Promise<object> => {
  const lost = await call.app.servers.findLost(call.ctx, id)
  call.enforce('os_compute_api:servers:show', { project_id: lost.projectId, user_id: lost.userId })
  const extraSpecs = call.allows('os_compute_api:servers:show:flavor-extra-specs')
  const view = lostServerAlone(lost, lost.spec, { base: call.base, extraSpecs })
  return call.version >= groupsShown ? { ...view, server_groups: lost.groupIds } : view
}

const idOf = (listed: ListedServer): string => ('lost' in listed ? listed.lost.id : listed.server.id)

const shownHostStatus = (allows: ViewCall['allows']): Viewer['hostStatus'] => {
  if (allows('os_compute_api:servers:show:host_status')) return 'all'
  return allows('os_compute_api:servers:show:host_status:unknown-only') ? 'unknown' : 'none'
}

/** Servers in the caller's version; groups are shown with one server, not in lists. */
export const viewServers = async (
  { ctx, app, base, version, allows }: ViewCall,
  located: readonly LocatedServer[],
  shape: 'one' | 'list',
): Promise<readonly object[]> => {
  const viewer = {
    base,
    extendedAttributes: allows('os_compute_api:os-extended-server-attributes'),
    hostStatus: shownHostStatus(allows),
    extraSpecs: allows('os_compute_api:servers:show:flavor-extra-specs'),
    faultDetails: allows('os_compute_api:os-extended-server-attributes'),
  }
  const groups = shape === 'one' && version >= groupsShown
  const described = await app.servers.describe(ctx, located, {
    groups,
    request: version >= requestShown,
    hostStatus: viewer.hostStatus !== 'none' && version >= hostStatusShown,
  })
  return described.map((one) => {
    const { server_groups, ...view } = serverView(one, viewer)
    const lower = lowerServer(groups ? { ...view, server_groups } : view, version)
    return version < flavorEmbedded ? withFlavorLink(lower, one.server.flavor.id, bookmarkBase(base)) : lower
  })
}

export const createServer = route({
  method: 'POST',
  path: '/servers',
  name: 'servers.create',
  policy: 'os_compute_api:servers:create',
  body: createServerBody,
  replies: [202],
  handle: async ({ ctx, app, body, base, enforce, allows }) => {
    // Lifted bodies have what older versions could ask for besides today's shape.
    const server = body.server as CreateServerRequest
    const hints = body['os:scheduler_hints'] ?? body['OS-SCH-HNT:scheduler_hints'] ?? {}
    const booted = await app.servers.boot(ctx, { server, hints, enforce, allows })
    if (asBoolean(server.return_reservation_id)) return accepted({ reservation_id: booted.reservationId })
    const path = `/servers/${booted.serverId}`
    const shown = {
      id: booted.serverId,
      links: linksTo(base, path),
      'OS-DCF:diskConfig': booted.diskConfig,
      security_groups: booted.securityGroups.map((name) => ({ name })),
      ...(app.deps.config.api.enable_instance_password ? { adminPass: booted.adminPassword } : {}),
    }
    return accepted({ server: shown }, { location: `${base}${path}` })
  },
})

export const listServers = route({
  method: 'GET',
  path: '/servers',
  name: 'servers.list',
  policy: 'os_compute_api:servers:index',
  replies: [200],
  handle: async (call) => {
    const page = { ...pageOf(call, 'index'), withLost: call.version >= lostShown }
    const found = await call.app.servers.list(page)
    const last = found.map(idOf).at(-1)
    return ok({
      servers: found.map((one) => {
        if ('lost' in one) return lostServerBrief(one.lost, call.base)
        const { id, name } = one.server
        return { id, name, links: linksTo(call.base, `/servers/${id}`) }
      }),
      ...nextLink('servers', call.request, { full: found.length === page.limit, last }),
    })
  },
})

export const listServersInFull = route({
  method: 'GET',
  path: '/servers/detail',
  name: 'servers.detail',
  policy: 'os_compute_api:servers:detail',
  replies: [200],
  handle: async (call) => {
    const page = { ...pageOf(call, 'detail'), withLost: call.version >= lostShown }
    const found = await call.app.servers.list(page)
    const last = found.map(idOf).at(-1)
    return ok({
      servers: await viewList(call, found),
      ...nextLink('servers', call.request, { full: found.length === page.limit, last }),
    })
  },
})

export const showServer = route({
  method: 'GET',
  path: '/servers/{server_id}',
  name: 'servers.show',
  policy: { inHandler: 'the rule is about the server' },
  replies: [200],
  handle: async (call) => {
    try {
      const located = await targetServer(call, 'os_compute_api:servers:show')
      const [server] = await viewServers(call, [located], 'one')
      return ok({ server })
    } catch (error) {
      if (call.version < lostShown || !isFault(error, 'CellDown')) throw error
      return ok({ server: await viewLost(call, call.params.server_id) })
    }
  },
})

const UpdateServer = Type.Object(
  {
    server: Type.Object(
      {
        name: Type.Optional(Name),
        description: Type.Optional(Description),
        hostname: Type.Optional(Fqdn),
        accessIPv4: Type.Optional(
          Type.Union([Type.String({ format: 'ipv4' }), Type.Literal(''), Type.Null()]),
        ),
        accessIPv6: Type.Optional(
          Type.Union([Type.String({ format: 'ipv6' }), Type.Literal(''), Type.Null()]),
        ),
        'OS-DCF:diskConfig': Type.Optional(Type.Union([Type.Literal('AUTO'), Type.Literal('MANUAL')])),
      },
      exact,
    ),
  },
  exact,
)

export const updateServer = route({
  method: 'PUT',
  path: '/servers/{server_id}',
  name: 'servers.update',
  policy: { inHandler: 'the rule is about the server' },
  body: UpdateServer,
  replies: [200],
  handle: async (call) => {
    const located = await targetServer(call, 'os_compute_api:servers:update')
    const { accessIPv4, accessIPv6, 'OS-DCF:diskConfig': diskConfig, ...plain } = call.body.server
    await call.app.servers.change(call.ctx, located, {
      ...plain,
      ...(accessIPv4 === undefined ? {} : { accessIpV4: accessIPv4 || null }),
      ...(accessIPv6 === undefined ? {} : { accessIpV6: canonicalAddress(accessIPv6 ?? '') || null }),
      ...(diskConfig ? { diskConfig } : {}),
    })
    const [server] = await viewServers(
      call,
      [await call.app.servers.find(call.ctx, located.server.id)],
      'one',
    )
    return ok({ server })
  },
})

export const deleteServer = route({
  method: 'DELETE',
  path: '/servers/{server_id}',
  name: 'servers.delete',
  policy: { inHandler: 'the rule is about the server' },
  replies: [204],
  handle: async (call) => {
    const located = await targetServer(call, 'os_compute_api:servers:delete')
    await call.app.servers.remove(call.ctx, located)
    return noContent()
  },
})

export const serverRoutes = [
  createServer,
  listServers,
  listServersInFull,
  showServer,
  updateServer,
  deleteServer,
]
