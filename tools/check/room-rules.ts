import type { Place } from './places.ts'
import { serviceRooms } from './rooms.ts'
import { roomsByResource } from './rooms-by-resource.ts'
import type { Rule } from './rule.ts'
import type { ServiceRoom } from './service-room.ts'

/** The wall around each room of some services: files there may not import from the rooms named. */
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

/** In the folder of a kind of resource: the file that wires it, its routes and its views. */
const servesKinds = ({ path, unit, room }: Place): boolean =>
  roomsByResource.has(unit) && (room === 'resources.ts' || /[/-](room|routes|view)\.ts$/.test(path))

/** A use case: what one request makes of one kind of resource. */
const isUseCase = ({ path, room }: Place): boolean =>
  room === 'resources' && /\/(create|update|delete)-[^/]*$/.test(path)

const folderOf = ({ path }: Place): string => path.slice(0, path.lastIndexOf('/'))

/** The rooms of a service, and which of them a file in one may not enter. */
export const roomRules: readonly Rule[] = [
  ...wallsOf(serviceRooms, (service) => !roomsByResource.has(service)),
  ...[...roomsByResource].flatMap(([service, rooms]) => wallsOf(rooms, (unit) => unit === service)),
  {
    reason:
      'a kind of resource never calls the use cases of another: what it wants of it is said in hooks.ts, and done in one transaction',
    // Whole topologies are made as a client would make them, one thing after the other.
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
      'nothing but roles/ imports api/, and service.ts to tell its operations: what a route needs lies in app/, what others need too',
    guards: (from) =>
      from.area === 'services' && !['api', 'roles', 'service.ts'].includes(from.room) && !servesKinds(from),
    forbids: (use, from) => use.kind === 'ours' && use.to.unit === from.unit && use.to.room === 'api',
  },
  {
    reason: 'a route calls one use case in app/ and one view; queries and durable work are started there',
    guards: (from) => from.area === 'services' && from.room === 'api',
    // The type of a row is no query: a view may say what it shows.
    forbids: (use, from) =>
      use.kind === 'ours' &&
      !use.taken.typeOnly &&
      use.to.unit === from.unit &&
      ['db', 'flows', 'agent', 'tasks', 'driver'].includes(use.to.room),
  },
  {
    reason:
      'roles/ wires and service.ts lists what it has, so that nothing leans on how a process is put together',
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
