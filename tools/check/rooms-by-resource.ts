import type { ServiceRoom } from './service-room.ts'

const hostSide = ['agent', 'driver'] as const

/** Folders for code that concerns several resource kinds and uses the database. */
const beside = (...names: readonly string[]): readonly ServiceRoom[] =>
  names.map((name) => ({
    name,
    mayNotEnter: [...hostSide, 'roles'],
    reason: 'the host side is reached by RPC, for it runs on another machine',
  }))

const network: readonly ServiceRoom[] = [
  ...hostSide.map((name) => ({
    name,
    mayNotEnter: ['api', 'app', 'compute-events', 'dhcp', 'hosts', 'ipam', 'quotas', 'resources'],
    reason: 'an agent has no database: it asks the server, and is told what to do with a driver',
  })),
  {
    name: 'api',
    mayNotEnter: [...hostSide, 'compute-events', 'dhcp', 'hosts', 'ipam', 'resources'],
    reason: 'api/ serves whichever kinds of resource it is handed, and knows none of them',
  },
  {
    name: 'app',
    mayNotEnter: [...hostSide, 'api', 'dhcp', 'resources'],
    reason: 'app/ is what the use cases of all kinds stand on, so it knows none of them',
  },
  ...beside(
    ...['audit', 'compute-events', 'dhcp', 'hosts', 'ipam', 'quotas', 'resource-providers', 'resources'],
    'topologies',
  ),
  {
    name: 'tasks',
    mayNotEnter: ['api', 'app', 'compute-events', 'dhcp', 'hosts', 'ipam', 'quotas', 'resources'],
    reason: 'what an agent does at intervals is started by roles/, and needs no database either',
  },
  {
    name: 'manage',
    mayNotEnter: [...hostSide, 'api', 'roles'],
    reason: 'an operator manages a cloud whose processes need not run: by its books alone',
  },
  { name: 'roles', mayNotEnter: [] },
]

const identity: readonly ServiceRoom[] = [
  {
    name: 'api',
    mayNotEnter: ['manage', 'roles'],
    reason: 'api/ holds what the requests of all kinds have in common, and the one list of operations',
  },
  {
    name: 'app',
    mayNotEnter: ['api', 'manage', 'roles'],
    reason: 'a use case knows nothing of the requests that ask for it',
  },
  {
    name: 'db',
    mayNotEnter: ['api', 'app', 'manage', 'resources', 'roles'],
    reason: 'repositories are the lowest room but domain/: use cases call them, never the other way',
  },
  {
    name: 'domain',
    mayNotEnter: ['api', 'app', 'db', 'manage', 'resources', 'roles'],
    reason:
      'domain rules are pure: what they judge is handed to them, so that they are tested without a database',
  },
  {
    name: 'manage',
    mayNotEnter: ['api', 'roles'],
    reason: 'an operator manages a cloud whose processes need not run: by its books alone',
  },
  {
    name: 'resources',
    mayNotEnter: ['manage', 'roles'],
    reason: 'a kind of resource is handed what it needs by roles/, the one place that wires',
  },
  { name: 'roles', mayNotEnter: [] },
]

const image: readonly ServiceRoom[] = [
  {
    name: 'driver',
    mayNotEnter: ['api', 'app', 'db', 'resources', 'roles'],
    reason: 'the driver interface is all that a driver sees of its service',
  },
  {
    name: 'db',
    mayNotEnter: ['api', 'app', 'driver', 'roles'],
    reason: 'tables and migrations are the lowest room: they know what records are, and nobody who uses them',
  },
  {
    name: 'app',
    mayNotEnter: ['api', 'roles'],
    reason: 'app/ is what the use cases of all kinds stand on, and knows nothing of HTTP',
  },
  {
    name: 'manage',
    mayNotEnter: ['api', 'driver', 'roles'],
    reason: 'an operator manages a cloud whose processes need not run: by its books alone',
  },
  {
    name: 'resources',
    mayNotEnter: ['manage', 'roles'],
    reason: 'nothing but roles/ starts anything',
  },
  { name: 'api', mayNotEnter: ['driver', 'roles'], reason: 'an API asks use cases, and no store' },
  { name: 'roles', mayNotEnter: [] },
]

const volume: readonly ServiceRoom[] = [
  ...hostSide.map((name) => ({
    name,
    mayNotEnter: ['api', 'app', 'db', 'flows', 'resources', 'scheduler', 'tasks'],
    reason: 'what stands on a host has no database: it is asked by RPC, and tells a scheduler what it has',
  })),
  {
    name: 'api',
    mayNotEnter: [...hostSide, 'db', 'resources', 'scheduler', 'tasks'],
    reason: 'api/ serves whichever kinds of resource it is handed, and knows none of them',
  },
  {
    name: 'app',
    mayNotEnter: [...hostSide, 'api', 'resources', 'tasks'],
    reason: 'app/ is what the use cases of all kinds stand on, so it knows none of them',
  },
  {
    name: 'db',
    mayNotEnter: [...hostSide, 'api', 'app', 'flows', 'resources', 'scheduler', 'tasks'],
    reason: 'repositories are the lowest room but domain/: use cases call them, never the other way',
  },
  {
    name: 'domain',
    mayNotEnter: [...hostSide, 'api', 'app', 'db', 'flows', 'resources', 'scheduler', 'tasks'],
    reason:
      'domain rules are pure: what they judge is handed to them, so that they are tested without a database',
  },
  ...beside('flows', 'resources', 'scheduler'),
  {
    name: 'tasks',
    mayNotEnter: ['api'],
    reason: 'what is done at intervals is started by roles/, and nobody asks for it over HTTP',
  },
  {
    name: 'manage',
    mayNotEnter: [...hostSide, 'api', 'roles'],
    reason: 'an operator manages a cloud whose processes need not run: by its books alone',
  },
  { name: 'roles', mayNotEnter: [] },
]

const pure = (name: string, ...others: readonly string[]): ServiceRoom => ({
  name,
  mayNotEnter: ['api', 'app', 'db', 'flows', 'resource-types', 'roles', 'tasks', ...others],
  reason:
    'what is pure is handed what it works on, so that it is tried without a database or another service',
})

const orchestration: readonly ServiceRoom[] = [
  { name: 'api', mayNotEnter: ['roles', 'tasks'], reason: 'an API asks use cases' },
  { name: 'app', mayNotEnter: ['api', 'roles', 'tasks'], reason: 'a use case knows nothing of HTTP' },
  {
    name: 'db',
    mayNotEnter: ['api', 'app', 'flows', 'resource-types', 'roles', 'tasks'],
    reason: 'repositories are the lowest room but domain/: use cases call them, never the other way',
  },
  pure('domain'),
  pure('language'),
  {
    name: 'flows',
    mayNotEnter: ['api', 'roles', 'tasks'],
    reason: 'the engine carries on what use cases have written, and nobody asks it over HTTP',
  },
  pure('resource-type', 'language'),
  {
    name: 'resource-types',
    mayNotEnter: ['api', 'app', 'db', 'flows', 'language', 'roles', 'tasks'],
    reason: 'a type knows the services it asks, and nothing of the engine that asks it',
  },
  { name: 'tasks', mayNotEnter: ['api', 'roles'], reason: 'what is done at intervals is started by roles/' },
  { name: 'roles', mayNotEnter: [] },
]

/** Services whose folders are resource kinds (`resources/<kind>/`), with the folders for what concerns several kinds. */
export const roomsByResource: ReadonlyMap<string, readonly ServiceRoom[]> = new Map([
  ['identity', identity],
  ['image', image],
  ['network', network],
  ['orchestration', orchestration],
  ['volume', volume],
])
