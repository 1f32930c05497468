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
    reason: 'an agent has no database: it gets its data from the server by RPC, and applies it by a driver',
  })),
  {
    name: 'api',
    mayNotEnter: [...hostSide, 'compute-events', 'dhcp', 'hosts', 'ipam', 'resources'],
    reason: 'api/ serves the kinds of resources that it is given, and depends on none of them',
  },
  {
    name: 'app',
    mayNotEnter: [...hostSide, 'api', 'dhcp', 'resources'],
    reason: 'app/ is shared by the use cases of all kinds of resources, so it depends on none of them',
  },
  ...beside(
    ...['audit', 'compute-events', 'dhcp', 'hosts', 'ipam', 'quotas', 'resource-providers', 'resources'],
    'topologies',
  ),
  {
    name: 'tasks',
    mayNotEnter: ['api', 'app', 'compute-events', 'dhcp', 'hosts', 'ipam', 'quotas', 'resources'],
    reason: 'periodic work of an agent is started by roles/, and needs no database',
  },
  {
    name: 'manage',
    mayNotEnter: [...hostSide, 'api', 'roles'],
    reason: 'nimbo manage works on the databases alone, since the processes of the cloud need not run',
  },
  { name: 'roles', mayNotEnter: [] },
]

const identity: readonly ServiceRoom[] = [
  {
    name: 'api',
    mayNotEnter: ['manage', 'roles'],
    reason: 'api/ has what the requests of all kinds of resources share, and the one list of operations',
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
      'domain rules are pure: they get their data as arguments, so that they are tested without a database',
  },
  {
    name: 'manage',
    mayNotEnter: ['api', 'roles'],
    reason: 'nimbo manage works on the databases alone, since the processes of the cloud need not run',
  },
  {
    name: 'resources',
    mayNotEnter: ['manage', 'roles'],
    reason: 'a kind of resource gets what it needs from roles/, which is the only place that wires',
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
    reason: 'tables and migrations are the lowest room: they must not depend on code that uses them',
  },
  {
    name: 'app',
    mayNotEnter: ['api', 'roles'],
    reason: 'app/ is shared by the use cases of all kinds of resources, and must not depend on HTTP',
  },
  {
    name: 'manage',
    mayNotEnter: ['api', 'driver', 'roles'],
    reason: 'nimbo manage works on the databases alone, since the processes of the cloud need not run',
  },
  {
    name: 'resources',
    mayNotEnter: ['manage', 'roles'],
    reason: 'only roles/ composes and starts processes',
  },
  { name: 'api', mayNotEnter: ['driver', 'roles'], reason: 'a route calls use cases, never a driver' },
  { name: 'roles', mayNotEnter: [] },
]

const volume: readonly ServiceRoom[] = [
  ...hostSide.map((name) => ({
    name,
    mayNotEnter: ['api', 'app', 'db', 'flows', 'resources', 'scheduler', 'tasks'],
    reason: 'code on a host has no database: it is called by RPC, and reports its state to a scheduler',
  })),
  {
    name: 'api',
    mayNotEnter: [...hostSide, 'db', 'resources', 'scheduler', 'tasks'],
    reason: 'api/ serves the kinds of resources that it is given, and depends on none of them',
  },
  {
    name: 'app',
    mayNotEnter: [...hostSide, 'api', 'resources', 'tasks'],
    reason: 'app/ is shared by the use cases of all kinds of resources, so it depends on none of them',
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
      'domain rules are pure: they get their data as arguments, so that they are tested without a database',
  },
  ...beside('flows', 'resources', 'scheduler'),
  {
    name: 'tasks',
    mayNotEnter: ['api'],
    reason: 'periodic work is started by roles/, never by an HTTP request',
  },
  {
    name: 'manage',
    mayNotEnter: [...hostSide, 'api', 'roles'],
    reason: 'nimbo manage works on the databases alone, since the processes of the cloud need not run',
  },
  { name: 'roles', mayNotEnter: [] },
]

const pure = (name: string, ...others: readonly string[]): ServiceRoom => ({
  name,
  mayNotEnter: ['api', 'app', 'db', 'flows', 'resource-types', 'roles', 'tasks', ...others],
  reason: 'pure code gets its input as arguments, so that it is tested without a database or another service',
})

const orchestration: readonly ServiceRoom[] = [
  { name: 'api', mayNotEnter: ['roles', 'tasks'], reason: 'a route calls use cases' },
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
    reason: 'the engine performs what use cases have recorded, and is never called by an HTTP request',
  },
  pure('resource-type', 'language'),
  {
    name: 'resource-types',
    mayNotEnter: ['api', 'app', 'db', 'flows', 'language', 'roles', 'tasks'],
    reason: 'a resource type calls other services, and must not depend on the engine that calls it',
  },
  { name: 'tasks', mayNotEnter: ['api', 'roles'], reason: 'periodic work is started by roles/' },
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
