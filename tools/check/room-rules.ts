import { serviceRooms } from './rooms.ts'
import type { Rule } from './rule.ts'

/** The wall around each room of a service: files there may not import from the rooms named. */
const walls = serviceRooms.flatMap(({ name, mayNotEnter, reason }): readonly Rule[] =>
  reason === undefined
    ? []
    : [
        {
          reason,
          guards: (from) => from.area === 'services' && from.room === name,
          forbids: (use, from) =>
            use.kind === 'ours' &&
            use.to.area === 'services' &&
            use.to.unit === from.unit &&
            mayNotEnter.includes(use.to.room),
        },
      ],
)

/** The rooms of a service, and which of them a file in one may not enter. */
export const roomRules: readonly Rule[] = [
  ...walls,
  {
    reason:
      'nothing but roles/ imports api/, and service.ts to tell its operations: what a route needs lies in app/, what others need too',
    guards: (from) => from.area === 'services' && !['api', 'roles', 'service.ts'].includes(from.room),
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
    guards: (from) => from.area === 'services' && ['agent', 'driver'].includes(from.room),
    forbids: (use) =>
      use.kind === 'ours'
        ? use.to.area === 'packages' && ['db', 'durable'].includes(use.to.unit)
        : use.module === 'kysely',
  },
]
