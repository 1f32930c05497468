import type { Place } from './places.ts'
import { serviceRooms } from './rooms.ts'
import { roomsByResource } from './rooms-by-resource.ts'
import type { Rule } from './rule.ts'
import type { ServiceRoom } from './service-room.ts'

/** One rule per folder of some services: its files may not import from certain other folders. */
const wallsOf = (rooms: readonly ServiceRoom[], isAmong: (service: string) => boolean): readonly Rule[] =>
  rooms.flatMap(({ name, mayNotEnter, reason }): readonly Rule[] =>
    reason === undefined
      ? []
      : [
          {
            reason,
            guards: (from) => from.area === 'services' && isAmong(from.unit) && from.room === name,
            forbids: (use, from) =>
              use.kind === 'ours' &&
              use.to.area === 'services' &&
              use.to.unit === from.unit &&
              mayNotEnter.includes(use.to.room),
          },
        ],
  )

/** Files directly in the folder of a resource kind: those that wire it, and its routes and views. */
const servesKinds = ({ path, unit, room }: Place): boolean =>
  roomsByResource.has(unit) && (room === 'resources.ts' || /[/-](room|routes|view)\.ts$/.test(path))

/** Whether a file is a use case: the implementation of one request for a resource kind. */
const isUseCase = ({ path, room }: Place): boolean =>
  room === 'resources' && /\/(create|update|delete)-[^/]*$/.test(path)

const folderOf = ({ path }: Place): string => path.slice(0, path.lastIndexOf('/'))

/** The folders of a service, and which of them a file in each may not import. */
export const roomRules: readonly Rule[] = [
  ...wallsOf(serviceRooms, (service) => !roomsByResource.has(service)),
  ...[...roomsByResource].flatMap(([service, rooms]) => wallsOf(rooms, (unit) => unit === service)),
  {
    reason:
      'a kind of resource never calls the use cases of another: declare in hooks.ts what it needs of the other, which is done in one transaction',
    // Whole topologies are created through the use cases, as a client would do it one after the other.
    guards: (from) =>
      from.area === 'services' && roomsByResource.has(from.unit) && from.room !== 'topologies',
    forbids: (use, from) =>
      use.kind === 'ours' &&
      use.to.unit === from.unit &&
      isUseCase(use.to) &&
      folderOf(use.to) !== folderOf(from),
  },
  {
    reason:
      'nothing but roles/ imports api/, except service.ts for its list of operations: put into app/ what other code needs as well',
    guards: (from) =>
      from.area === 'services' && !['api', 'roles', 'service.ts'].includes(from.room) && !servesKinds(from),
    forbids: (use, from) => use.kind === 'ours' && use.to.unit === from.unit && use.to.room === 'api',
  },
  {
    reason:
      'a route calls one use case in app/ and one view; queries and durable work belong in the use case',
    guards: (from) => from.area === 'services' && from.room === 'api',
    // Importing the type of a row is no query: a view may use it.
    forbids: (use, from) =>
      use.kind === 'ours' &&
      !use.taken.typeOnly &&
      use.to.unit === from.unit &&
      ['db', 'flows', 'agent', 'tasks', 'driver'].includes(use.to.room),
  },
  {
    reason: 'only service.ts imports roles/, so that no other code depends on how a process is composed',
    guards: (from) => from.area === 'services' && !['roles', 'service.ts'].includes(from.room),
    forbids: (use, from) =>
      use.kind === 'ours' &&
      use.to.unit === from.unit &&
      use.to.area === 'services' &&
      use.to.room === 'roles',
  },
  {
    reason: 'an agent has no database: the conductor writes for it',
    guards: (from) => from.area === 'services' && ['actions', 'agent', 'driver'].includes(from.room),
    forbids: (use) =>
      use.kind === 'ours'
        ? use.to.area === 'packages' && ['db', 'durable'].includes(use.to.unit)
        : use.module === 'kysely',
  },
]
