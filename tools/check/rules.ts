import { services } from '@nimbo/cloud/services'
import type { Area, Place } from './places.ts'
import { roomRules } from './room-rules.ts'
import type { Rule } from './rule.ts'

const inside =
  (area: Area, ...units: readonly string[]) =>
  (place: Place): boolean =>
    place.area === area && (units.length === 0 || units.includes(place.unit))

const everywhereBut =
  (area: Area, unit: string) =>
  (place: Place): boolean =>
    !inside(area, unit)(place)

const ours =
  (matches: (to: Place, from: Place) => boolean): Rule['forbids'] =>
  (use, from) =>
    use.kind === 'ours' && matches(use.to, from)

const outside =
  (...modules: readonly string[]): Rule['forbids'] =>
  (use) =>
    use.kind === 'outside' && modules.includes(use.module)

const sameUnit = (to: Place, from: Place): boolean => to.area === from.area && to.unit === from.unit

/** Forbids imports from other units of the repository, except from these packages. */
const packagesOtherThan = (...units: readonly string[]): Rule['forbids'] =>
  ours((to, from) => !sameUnit(to, from) && !inside('packages', ...units)(to))

/** The service whose driver interface a driver implements, by the first word of the driver's folder. */
const serviceOfDriver: ReadonlyMap<string, string> = new Map(
  services.flatMap(({ type, drivers }) => drivers.map((driver) => [driver, type] as const)),
)

const implementsInterface = (to: Place, from: Place): boolean =>
  to.room === 'driver' && to.unit === serviceOfDriver.get(from.unit.split('-')[0] ?? '')

const nodeHttp = ours((to) => to.unit === 'kernel' && to.path.endsWith('/node-http.ts'))

const serverNames = ['createServer', 'createSecureServer', 'Server', 'ServerResponse', '*', 'default']

/** Which files may import which. Each rule has a reason, which is shown to the author of a violation. */
export const rules: readonly Rule[] = [
  {
    reason: 'everything depends on the kernel, so the kernel depends on the runtime only',
    guards: inside('packages', 'kernel'),
    forbids: (use, from) => (use.kind === 'ours' ? !sameUnit(use.to, from) : !use.module.startsWith('node:')),
  },
  {
    reason: 'a package knows nothing of the services, drivers and apps built on it',
    guards: (from) => from.area === 'packages',
    forbids: ours((to) => to.area !== 'packages'),
  },
  {
    reason:
      'contracts are data and types that the command line and the dashboard import too, so they import no code of services',
    guards: inside('packages', 'contracts'),
    forbids: (use, from) =>
      !use.taken.typeOnly &&
      packagesOtherThan(...['kernel', 'ip', 'rpc', 'operation', 'notifications', 'resource', 'contracts'])(
        use,
        from,
      ),
  },
  {
    reason: 'contracts describe kinds of resources in a form that a browser can load, without their storage',
    guards: inside('packages', 'contracts'),
    forbids: ours((to) => inside('packages', 'resource')(to) && to.room !== 'describe'),
  },
  {
    reason:
      'the description of a kind of resource is plain data that a browser can load: no database, no Node',
    guards: (from) => inside('packages', 'resource')(from) && from.room === 'describe',
    forbids: (use, from) =>
      use.kind === 'ours'
        ? !(sameUnit(use.to, from) && use.to.room === 'describe') &&
          packagesOtherThan('kernel', 'operation')(use, from)
        : use.module !== 'typebox',
  },
  {
    reason: 'a wire protocol or file format is a library of its own, usable without the rest of the cloud',
    guards: inside('packages', 'image-format', 'iso9660', 'libvirt', 'qmp'),
    forbids: packagesOtherThan('kernel'),
  },
  {
    reason: 'a service never imports another: it asks through packages/clients, so that each can run alone',
    guards: inside('services'),
    forbids: ours((to, from) => to.area === 'services' && to.unit !== from.unit),
  },
  {
    reason: 'a service knows only its driver interface; apps/cloud chooses and constructs the driver',
    guards: inside('services'),
    forbids: ours((to) => to.area === 'drivers'),
  },
  {
    reason: 'only apps/cloud knows the shape of the cloud; nothing below an app depends on it',
    guards: (from) => from.area === 'services' || from.area === 'drivers',
    forbids: ours((to) => to.area === 'apps'),
  },
  {
    reason: 'a driver imports only the interface it implements, not the inside of any service',
    guards: inside('drivers'),
    forbids: ours((to, from) => to.area === 'services' && !implementsInterface(to, from)),
  },
  {
    reason: 'a driver never imports another driver, so that each can be removed alone',
    guards: inside('drivers'),
    forbids: ours((to, from) => to.area === 'drivers' && to.unit !== from.unit),
  },
  {
    reason:
      'a driver works on its host: it has no database, no bus and no API; the service that calls it does',
    guards: inside('drivers'),
    forbids: (use, from) =>
      outside('kysely', 'pg', 'node:sqlite')(use, from) ||
      ours(inside('packages', 'db', 'durable', 'bus', 'rpc', 'http', 'clients', 'policy'))(use, from),
  },
  {
    reason: 'the command line is a client like any other: public HTTP only, through contracts and clients',
    guards: inside('apps', 'cli'),
    forbids: packagesOtherThan('contracts', 'clients', 'kernel', 'guest-image', 'operation', 'resource'),
  },
  {
    reason: 'the dashboard is a client like any other: public HTTP only, through contracts and clients',
    guards: inside('apps', 'dashboard'),
    forbids: packagesOtherThan('contracts', 'clients', 'kernel', 'operation', 'resource'),
  },
  {
    reason:
      'routing belongs to packages/http: services declare routes, and both shapes of the cloud dispatch them',
    guards: everywhereBut('packages', 'http'),
    forbids: outside('find-my-way'),
  },
  {
    reason:
      'HTTP servers are made in packages/http alone, so that every API has the same pipeline of filters',
    guards: everywhereBut('packages', 'http'),
    forbids: (use, from) =>
      !use.taken.typeOnly &&
      (outside('node:https', 'node:http2')(use, from) || nodeHttp(use, from)) &&
      use.taken.names.some((name) => serverNames.includes(name)),
  },
  {
    reason:
      'an import of node:http loads all of fetch, in every process: take what you need from @nimbo/kernel/node-http',
    guards: (from) => from.area !== 'bench',
    forbids: (use, from) => !use.taken.typeOnly && outside('node:http')(use, from),
  },
  {
    reason: 'only packages/db knows the dialect: all else must run on SQLite and PostgreSQL alike',
    guards: everywhereBut('packages', 'db'),
    forbids: (use, from) =>
      outside('node:sqlite', 'pg')(use, from) ||
      (outside('kysely')(use, from) && use.taken.names.some((name) => /^(Sqlite|Postgres)/.test(name))),
  },
  {
    reason: 'only packages/bus speaks AMQP: all else must run on the memory bus and RabbitMQ alike',
    guards: everywhereBut('packages', 'bus'),
    forbids: outside('rabbitmq-client', 'amqplib'),
  },
  {
    reason: 'test code is for tests: product code never depends on it',
    guards: (from) => from.area !== 'bench' && !inside('packages', 'testing')(from),
    forbids: ours((to) => to.area === 'tests' || inside('packages', 'testing')(to)),
  },
  ...roomRules,
]
