import { router as described, routerOperations } from '@nimbo/contracts/network/router'
import { addExtraroutes, removeExtraroutes } from '@nimbo/contracts/network/router-changes'
import { addRouterInterface, removeRouterInterface } from '@nimbo/contracts/network/router-interfaces'
import { find, findId } from '../../cloud/find.ts'
import { given, isRow, rowAt, textAt } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { either, flag, list, records, text } from '../../grammar/option.ts'
import { column, listCell, recordsCell, wordCell } from '../../output/cells.ts'
import { type Columns, nothing, showOf } from '../../output/result.ts'
import {
  portKind,
  projectIn,
  projectOptions,
  routerKind,
  subnetKind,
  tagFilters,
  tagQuery,
} from './network-kinds.ts'
import { gatewayOf, gatewayOptions, networkOutside } from './router-gateway.ts'
import { noTagOption, setTags } from './set-tags.ts'
import { tagRemoval, unsetTags } from './unset-tags.ts'

const service = 'network'
const router = one('<router>', 'Router (name or ID)')
const state = wordCell('admin_state_up', 'UP', 'DOWN')

const shown: Columns = {
  admin_state_up: state,
  availability_zone_hints: column(listCell, 'availability_zone_hints'),
  availability_zones: column(listCell, 'availability_zones'),
  created_at: 'created_at',
  description: 'description',
  distributed: 'distributed',
  enable_ndp_proxy: 'enable_ndp_proxy',
  external_gateway_info: 'external_gateway_info',
  flavor_id: 'flavor_id',
  ha: 'ha',
  id: 'id',
  name: 'name',
  project_id: 'project_id',
  revision_number: 'revision_number',
  routes: column(recordsCell, 'routes'),
  status: 'status',
  tags: column(listCell, 'tags'),
  updated_at: 'updated_at',
}

const attributes = {
  description: text('<description>', 'Description of the router'),
  admin: either({ '--enable': true, '--disable': false }, 'Enable or disable router'),
  ha: either(
    { '--ha': true, '--no-ha': false },
    'Whether the router is highly available: active on one host, with others on standby',
  ),
  distributed: either(
    { '--distributed': true, '--centralized': false },
    'Make the router distributed (an instance on each compute host) or centralized',
  ),
  ndpProxy: either(
    { '--enable-ndp-proxy': true, '--disable-ndp-proxy': false },
    'Enable or disable the IPv6 NDP proxy on the external gateway',
  ),
  ...gatewayOptions,
  tag: list('<tag>', 'Tag to be added to the router (repeatable)'),
}

const routeOption = records(
  ['destination', 'gateway'],
  'destination=<subnet>,gateway=<ip-address>',
  'Static route: destination network (CIDR) and next hop (repeatable)',
)

type RoutesAsked = readonly Readonly<Partial<Record<'destination' | 'gateway', string>>>[]

const routesOf = (asked: RoutesAsked) =>
  asked.map(({ destination = '', gateway = '' }) => ({ destination, nexthop: gateway }))

const create = command({
  words: 'router create',
  summary: 'Create a new router',
  calls: [inNetwork(routerOperations.create)],
  output: 'one',
  positionals: { name: one('<name>', 'New router name') },
  options: {
    ...attributes,
    ...projectOptions,
    availabilityZoneHint: list(
      '<availability-zone>',
      'Availability zone in which to schedule the router (repeatable)',
    ),
  },
  run: async (session, { name, description, admin = true, tag, availabilityZoneHint, ...asked }) => {
    const body = {
      router: given({
        ...{ name, description, admin_state_up: admin, project_id: await projectIn(session, asked) },
        ...{ ha: asked.ha, distributed: asked.distributed, enable_ndp_proxy: asked.ndpProxy },
        external_gateway_info: await gatewayOf(session, asked),
        availability_zone_hints: availabilityZoneHint.length === 0 ? undefined : availabilityZoneHint,
      }),
    }
    const made = rowAt(await perform(session, inNetwork(routerOperations.create), { body }), 'router')
    return showOf(shown, await setTags(session, described, made, tag))
  },
})

const set = command({
  words: 'router set',
  summary: 'Set router properties',
  calls: [inNetwork(routerOperations.update)],
  output: 'none',
  positionals: { router },
  options: {
    ...attributes,
    name: text('<name>', 'Set router name'),
    route: routeOption,
    noRoute: flag('Remove all existing routes before adding those of --route'),
    noTag: noTagOption,
  },
  run: async (session, { router: called, name, description, admin, tag, route, noRoute, ...asked }) => {
    const found = await find(session, routerKind, called)
    const present = Array.isArray(found.routes) ? found.routes.filter(isRow) : []
    const routes = [...(noRoute ? [] : present), ...routesOf(route)]
    const members = given({
      ...{ name, description, admin_state_up: admin, ha: asked.ha, distributed: asked.distributed },
      enable_ndp_proxy: asked.ndpProxy,
      external_gateway_info: await gatewayOf(session, asked, found),
      routes: noRoute || route.length > 0 ? routes : undefined,
    })
    if (Object.keys(members).length > 0)
      await perform(session, inNetwork(routerOperations.update), {
        path: { router_id: textAt(found, 'id') },
        body: { router: members },
      })
    await setTags(session, described, found, tag, asked.noTag)
    return nothing
  },
})

const unset = command({
  words: 'router unset',
  summary: 'Unset router properties',
  calls: [inNetwork(routerOperations.update)],
  output: 'none',
  positionals: { router },
  options: {
    route: routeOption,
    externalGateway: flag('Remove the external gateway'),
    qosPolicy: flag('Remove the QoS policy from the gateway'),
    ...tagRemoval,
  },
  run: async (session, { router: called, route, externalGateway, qosPolicy, ...tags }) => {
    const found = await find(session, routerKind, called)
    const path = { router_id: textAt(found, 'id') }
    if (route.length > 0)
      await session.api.network.call(removeExtraroutes, {
        path,
        body: { router: { routes: routesOf(route) } },
      })
    if (externalGateway || qosPolicy) {
      const gateway = externalGateway ? null : { network_id: networkOutside(found), qos_policy_id: null }
      await session.api.network.call(routerOperations.update, {
        path,
        body: { router: { external_gateway_info: gateway } },
      })
    }
    await unsetTags(session, described, found, tags)
    return nothing
  },
})

const changesRoutes = (words: string, summary: string, operation: typeof addExtraroutes) =>
  shows({
    ...{ words, summary, service, operation, columns: shown },
    positionals: { router },
    options: { route: routeOption },
    request: async ({ router: called, route }, session) => ({
      path: { router_id: await findId(session, routerKind, called) },
      body: { router: { routes: routesOf(route) } },
    }),
  })

const joins = (
  words: string,
  summary: string,
  operation: typeof addRouterInterface,
  what: 'port' | 'subnet',
) =>
  does({
    ...{ words, summary, service, operation },
    positionals: { router, joined: one(`<${what}>`, `The ${what} to add or remove (name or ID)`) },
    request: async ({ router: called, joined }, session) => ({
      path: { router_id: await findId(session, routerKind, called) },
      body:
        what === 'port'
          ? { port_id: await findId(session, portKind, joined) }
          : { subnet_id: await findId(session, subnetKind, joined) },
    }),
  })

export const routerCommands = [
  create,
  lists({
    words: 'router list',
    summary: 'List routers',
    ...{ service, operation: routerOperations.list },
    options: {
      name: text('<name>', 'List routers according to their name'),
      admin: either({ '--enable': true, '--disable': false }, 'List enabled or disabled routers'),
      long: flag('List additional fields in output'),
      ...projectOptions,
      ...tagFilters,
    },
    request: async (asked, session) => ({
      query: given({
        name: asked.name,
        admin_state_up: asked.admin,
        project_id: await projectIn(session, asked),
        ...tagQuery(asked),
      }),
    }),
    columns: ({ long }) => ({
      ...{ ID: 'id', Name: 'name', Status: 'status', State: state, Project: 'project_id' },
      ...(long && {
        Routes: column(recordsCell, 'routes'),
        'External gateway info': 'external_gateway_info',
        'Availability zones': column(listCell, 'availability_zones'),
        Tags: column(listCell, 'tags'),
      }),
    }),
  }),
  shows({
    words: 'router show',
    summary: 'Display router details',
    ...{ service, operation: routerOperations.show, columns: shown },
    positionals: { router },
    request: async ({ router: called }, session) => ({
      path: { router_id: await findId(session, routerKind, called) },
    }),
  }),
  set,
  unset,
  deletes(
    'router delete',
    'Delete router(s)',
    routerKind,
    many('<router>', 'Router(s) to delete (name or ID)'),
  ),
  joins('router add subnet', 'Add a subnet to a router', addRouterInterface, 'subnet'),
  joins('router remove subnet', 'Remove a subnet from a router', removeRouterInterface, 'subnet'),
  joins('router add port', 'Add a port to a router', addRouterInterface, 'port'),
  joins('router remove port', 'Remove a port from a router', removeRouterInterface, 'port'),
  changesRoutes('router add route', 'Add extra static routes to a router', addExtraroutes),
  changesRoutes('router remove route', 'Remove extra static routes from a router', removeExtraroutes),
]
