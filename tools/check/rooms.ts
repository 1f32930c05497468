import { services } from '@nimbo/cloud/services'
import { placeOf } from './places.ts'
import { roomsByResource } from './rooms-by-resource.ts'
import type { ServiceRoom } from './service-room.ts'
import type { Violation } from './violation.ts'

/** All folders that a service may have. */
export const serviceRooms: readonly ServiceRoom[] = [
  {
    name: 'actions',
    mayNotEnter: ['api', 'app', 'audit', 'conductor', 'db', 'flows', 'manage', 'scheduler', 'tasks'],
    reason: 'actions are performed by the agent on a host, which has no database',
  },
  {
    name: 'agent',
    mayNotEnter: ['app', 'audit', 'conductor', 'db', 'flows', 'manage', 'scheduler', 'tasks'],
    reason:
      'an agent has no database: it asks the conductor or the API, and imports only domain/ and driver/',
  },
  // Checked by rules of its own, since it may import some modules' types but not their values.
  { name: 'api', mayNotEnter: [] },
  {
    name: 'app',
    mayNotEnter: ['actions', 'agent', 'tasks'],
    reason:
      'a use case runs beside the database; the host side (agent/) is reached by RPC, and tasks/ call use cases',
  },
  {
    name: 'audit',
    mayNotEnter: ['actions', 'agent', 'driver', 'tasks'],
    reason: 'the audit reads the databases and calls hosts by RPC, since it does not run on them',
  },
  {
    name: 'conductor',
    mayNotEnter: ['actions', 'agent', 'manage', 'tasks'],
    reason: 'the conductor writes to the database for hosts, which it reaches by RPC',
  },
  {
    name: 'db',
    mayNotEnter: [
      'actions',
      'agent',
      'app',
      'audit',
      'conductor',
      'driver',
      'flows',
      'manage',
      'resources',
      'scheduler',
      'tasks',
    ],
    reason: 'repositories are the lowest room but domain/: use cases call them, never the other way',
  },
  {
    name: 'domain',
    mayNotEnter: [
      'actions',
      'agent',
      'app',
      'audit',
      'conductor',
      'db',
      'driver',
      'flows',
      'manage',
      'resources',
      'scheduler',
      'tasks',
    ],
    reason:
      'domain rules are pure: they get their data as arguments, so that they are tested without a database',
  },
  {
    name: 'driver',
    mayNotEnter: ['actions', 'agent', 'app', 'conductor', 'db', 'flows', 'manage', 'scheduler', 'tasks'],
    reason:
      'the driver interface is all that a driver sees of its service: types, and pure rules from domain/',
  },
  {
    name: 'flows',
    mayNotEnter: ['actions', 'agent', 'tasks'],
    reason: 'a flow reaches the host side by RPC, for it may run on another machine',
  },
  {
    name: 'manage',
    mayNotEnter: ['actions', 'agent', 'driver', 'tasks'],
    reason: 'nimbo manage works on the databases alone, since the processes of the cloud need not run',
  },
  {
    name: 'resources',
    mayNotEnter: [
      'actions',
      'agent',
      'app',
      'audit',
      'conductor',
      'db',
      'driver',
      'flows',
      'manage',
      'scheduler',
      'tasks',
    ],
    reason: 'resources of a server in other services are used through API clients, which callers pass in',
  },
  { name: 'roles', mayNotEnter: [] },
  {
    name: 'scheduler',
    mayNotEnter: ['actions', 'agent', 'conductor', 'driver', 'flows', 'manage', 'tasks'],
    reason: 'a scheduler decides by what is in the databases, and calls no host',
  },
  {
    name: 'tasks',
    mayNotEnter: ['manage'],
    reason: 'periodic work calls use cases, and is started by roles/',
  },
]

/** The permitted folders in `src` of units that are no services, by area or unit. */
const otherRooms: ReadonlyMap<string, readonly string[]> = new Map([
  ['apps/cli', ['cloud', 'grammar', 'nouns', 'output']],
  [
    'apps/dashboard',
    [
      ...['access', 'action', 'api', 'cell', 'consoles', 'detail', 'flow', 'form', 'generator', 'image'],
      ...['list', 'metric', 'panel', 'panels', 'quota', 'server', 'session', 'settings', 'shell', 'source'],
      ...['stack', 'topology', 'usage', 'vite.config.ts', 'words'],
    ],
  ],
  ['apps/cloud', ['demo', 'manage', 'serve', 'tls', 'up']],
  ['drivers/volume-file', ['backups', 'nbd']],
  ['drivers/volume-rbd', ['backups']],
  ['drivers/hypervisor-libvirt', ['containers', 'live', 'serial']],
  ['packages/contracts', [...services.map(({ type }) => type), 'compute-rpc', 'telemetry']],
  ['packages/http', ['filters']],
  ['packages/operation', ['client', 'open-api']],
  ['packages/resource', ['describe', 'rows']],
  ['packages/service', ['manage']],
  ['packages/testing', ['disk-images']],
  ['packages/trace', ['thread']],
])

/** The permitted folders of a service. */
const roomsOf = (service: string): readonly ServiceRoom[] => roomsByResource.get(service) ?? serviceRooms

const namesIn = (area: string, unit: string): readonly string[] =>
  area === 'services' ? roomsOf(unit).map(({ name }) => name) : (otherRooms.get(`${area}/${unit}`) ?? [])

/** Reports a file in an unknown folder, for which no import rules exist. */
export const roomViolations = (path: string): readonly Violation[] => {
  const place = placeOf(path)
  if (place === undefined || !['apps', 'drivers', 'packages', 'services'].includes(place.area)) return []
  const { area, unit, room } = place
  const named = path === `${area}/${unit}/src/${room}` || room === 'test'
  if (named || namesIn(area, unit).includes(room)) return []
  const reason =
    'every folder is listed in tools/check/rooms.ts, and rooms of services also in ARCHITECTURE.md'
  return [{ path, line: 1, what: `is in the folder ${room}/, which is not listed`, reason }]
}
