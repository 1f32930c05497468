import type { Rule } from './rule.ts'

/** The wall around one room of a service: files there may not import from the rooms named. */
const room = (name: string, mayNotImport: readonly string[], reason: string): Rule => ({
  reason,
  guards: (from) => from.area === 'services' && from.room === name,
  forbids: (use, from) =>
    use.kind === 'ours' &&
    use.to.area === 'services' &&
    use.to.unit === from.unit &&
    mayNotImport.includes(use.to.room),
})

/** The rooms of a service, and which of them a file in one may not enter. */
export const roomRules: readonly Rule[] = [
  {
    reason: 'nothing but roles/ imports api/: what a route needs lies in app/, what others need too',
    guards: (from) => from.area === 'services' && !['api', 'roles'].includes(from.room),
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
  room(
    'app',
    ['agent', 'tasks'],
    'a use case runs beside the database; the host side (agent/) is reached by RPC, and tasks/ call use cases',
  ),
  room(
    'domain',
    ['app', 'db', 'flows', 'tasks', 'agent', 'driver'],
    'domain rules are pure: what they judge is handed to them, so that they are tested without a database',
  ),
  room(
    'db',
    ['app', 'flows', 'tasks', 'agent', 'driver'],
    'repositories are the lowest room but domain/: use cases call them, never the other way',
  ),
  room('flows', ['agent'], 'a flow reaches the host side by RPC, for it may run on another machine'),
  room(
    'agent',
    ['app', 'db', 'flows', 'tasks'],
    'an agent has no database: it asks the conductor or the API, and imports only domain/ and driver/',
  ),
  room(
    'driver',
    ['app', 'db', 'flows', 'tasks', 'agent'],
    'the driver interface is all that a driver sees of its service: types, and pure rules from domain/',
  ),
  {
    reason: 'an agent has no database: the conductor writes for it',
    guards: (from) => from.area === 'services' && ['agent', 'driver'].includes(from.room),
    forbids: (use) =>
      use.kind === 'ours'
        ? use.to.area === 'packages' && ['db', 'durable'].includes(use.to.unit)
        : use.module === 'kysely',
  },
]
