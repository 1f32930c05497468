import { goldenSql, goldenStore } from '@nimbo/db/golden-sql.testing'
import { systemClock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import { lookIntoApiDatabase } from '../audit/look/look-into-api-database.ts'
import { lookIntoCell } from '../audit/look/look-into-cell.ts'
import type { ServerCondition } from '../domain/server-list/server-condition.ts'
import { containing } from '../domain/server-list/text-pattern.ts'
import type { BlockDevice, BuildRequest, RequestSpec } from '../domain/servers/request-spec.ts'
import { sampleServer } from '../domain/servers/server.testing.ts'
import { aggregates } from './aggregates.ts'
import { cellMappings } from './cells/cell-mappings.ts'
import { hostMappings } from './cells/host-mappings.ts'
import { instanceMappings } from './cells/instance-mappings.ts'
import { mappingMarkers } from './cells/mapping-markers.ts'
import { type FlavorPage, flavors } from './flavors.ts'
import { computeNodes } from './hosts/compute-nodes.ts'
import { serversOfHosts } from './hosts/servers-of-hosts.ts'
import { services } from './hosts/services.ts'
import { keyPairs } from './key-pairs.ts'
import { limitsSetFor } from './quotas/limits-set-for.ts'
import { quotaClasses } from './quotas/quota-classes.ts'
import { quotas } from './quotas/quotas.ts'
import { userQuotas } from './quotas/user-quotas.ts'
import { schedulingRecords } from './scheduling-records.ts'
import type { ApiTables } from './schema/api-tables.ts'
import type { CellTables, InstanceActionRow } from './schema/cell-tables.ts'
import { serverGroups } from './server-groups.ts'
import { migrations, type NewMigration } from './server-migrations/migrations.ts'
import { takeTurn } from './server-migrations/take-turn.ts'
import { blockDevices } from './servers/block-devices.ts'
import { buildRequests } from './servers/build-requests.ts'
import { consoleAuthTokens } from './servers/console-auth-tokens.ts'
import { nodeMetrics } from './hosts/node-metrics.ts'
import { numaCells } from './hosts/numa-cells.ts'
import { numaClaims } from './servers/numa-claims.ts'
import { guestPasswords } from './servers/guest-passwords.ts'
import { instanceActions } from './servers/instance-actions.ts'
import { instanceFaults } from './servers/instance-faults.ts'
import { listInstances } from './servers/instance-list.ts'
import { instances } from './servers/instances.ts'
import { overdueInstances } from './servers/overdue-instances.ts'
import { requestSpecs } from './servers/request-specs.ts'
import { departingServer } from './server-migrations/departing-server.ts'
import { requestedServer } from './servers/requested-server.ts'
import { activeOnHost } from './usage/active-on-host.ts'
import { volumeUsage } from './usage/volume-usage.ts'
import { livedServers, projectOfServer } from './usage/lived-servers.ts'
import { taskLog } from './usage/task-log.ts'
import { cellUsage, pendingUsage } from './usage/usage.ts'

const url = import.meta.url
const now = '2026-01-31T12:00:00.000Z'
const ids = ['a', 'b']
const ctx = internalContext()
const number = [{ value: 1 }]
/** All tables are empty, but the counters have a value. */
const ofCounter = (sql: string) => (sql.includes('"counters"') ? number : [])

type Api = Kysely<ApiTables>
type Cell = Kysely<CellTables>

const { flavor, ...server } = sampleServer()
const whole = { ...server, flavor }

goldenStore(url, 'aggregates', (db: Api) => aggregates(db, systemClock), {
  list: { finds: [{ id: 1, metadata: '{}' }], run: (of) => of.list() },
  find: { finds: [{ id: 1, metadata: '{}' }], run: (of) => of.find(1) },
  create: { finds: [{ value: 1, metadata: '{}' }], run: (of) => of.create('fast', {}) },
  update: (of) => of.update(1, { name: 'slow', metadata: {} }),
  remove: (of) => of.remove(1),
  addHost: { finds: [{ host: 'h' }], run: (of) => of.addHost(1, 'h') },
  removeHost: (of) => of.removeHost(1, 'h'),
})

const page: FlavorPage = { sortKey: 'flavorid', sortDir: 'asc', limit: 10 }
goldenStore(url, 'flavors', (db: Api) => flavors(db, systemClock), {
  find: (of) => of.find('1'),
  list: async (of) => {
    await of.list(page)
    const narrowed = { ...page, projectId: 'p', isPublic: true, minRamMb: 1, minDiskGb: 1, name: 'n' }
    await of.list({ ...narrowed, sortKey: 'description' })
  },
  create: (of) => of.create({ ...flavor, rxtxFactor: 1, isPublic: true, disabled: false }),
  update: (of) => of.update('1', { description: 'd', extraSpecs: {} }),
  remove: (of) => of.remove('1'),
  isGivenTo: (of) => of.isGivenTo('1', 'p'),
  projectsOf: (of) => of.projectsOf('1'),
  giveTo: (of) => of.giveTo('1', 'p'),
  takeFrom: (of) => of.takeFrom('1', 'p'),
})

goldenStore(url, 'key-pairs', (db: Api) => keyPairs(db, systemClock), {
  find: (of) => of.find('u', 'k'),
  list: (of) => of.list('u', 10, 'k'),
  count: { finds: [{ count: 1 }], run: (of) => of.count('u') },
  create: {
    finds: number,
    run: (of) =>
      of.create({ user_id: 'u', name: 'k', type: 'ssh', fingerprint: 'f', public_key: 'ssh-ed25519 A' }),
  },
  remove: (of) => of.remove('u', 'k'),
})

goldenStore(url, 'scheduling-records', (db: Api) => schedulingRecords(db, systemClock), {
  record: (of) => of.record('s', {}),
  ofServer: (of) => of.ofServer('s'),
  removeOfServer: (of) => of.removeOfServer('s'),
})

goldenStore(url, 'server-groups', (db: Api) => serverGroups(db, systemClock), {
  create: (of) =>
    of.create({
      ...{ id: 'g', name: 'n', projectId: 'p', userId: 'u', policy: 'affinity' },
      ...{ rules: {}, metadata: {} },
    }),
  find: (of) => of.find('g', 'p'),
  list: (of) => of.list('p', { limit: 10, offset: 0 }),
  count: {
    finds: [{ count: 1 }],
    run: async (of) => {
      await of.count(['p'])
      await of.count(['p'], 'u')
    },
  },
  remove: (of) => of.remove('g'),
  membersOf: (of) => of.membersOf('g'),
  countMembersOf: { finds: [{ count: 1 }], run: (of) => of.countMembersOf('g', 'u') },
  placesIn: (of) => of.placesIn('g'),
  setPlace: (of) => of.setPlace('s', 'h'),
  groupOf: (of) => of.groupOf('s'),
  groupsOf: (of) => of.groupsOf(ids),
  addMember: { finds: number, run: (of) => of.addMember('g', 's') },
  removeMember: (of) => of.removeMember('s'),
})

goldenStore(url, 'cell-mappings', (db: Api) => cellMappings(db, systemClock), {
  ensure: async (of) => {
    const cell = { id: 'c', name: 'cell1', database: 'nova_cell1', transport: 'cell1' }
    await of.ensure(cell)
    await of.ensure({ ...cell, disabled: true })
  },
  find: (of) => of.find('c'),
  list: (of) => of.list(),
})

goldenStore(url, 'host-mappings', (db: Api) => hostMappings(db, systemClock), {
  add: (of) => of.add('h', 'c'),
  cellOf: (of) => of.cellOf('h'),
  cellsOf: (of) => of.cellsOf(['h', 'i']),
  list: (of) => of.list(),
  remove: (of) => of.remove('h'),
})

const mapping = { server_id: 's', cell_id: 'c', project_id: 'p', user_id: 'u', queued_for_delete: 0 }
goldenStore(url, 'instance-mappings', (db: Api) => instanceMappings(db, systemClock), {
  insert: (of) => of.insert('s', 'p', 'u'),
  adopt: (of) => of.adopt({ ...mapping, created_at: now }),
  known: (of) => of.known(ids),
  find: (of) => of.find('s'),
  cellsOfServers: (of) => of.cellsOfServers(ids),
  setCell: (of) => of.setCell('s', 'c'),
  enter: (of) => of.enter('s', 'c', null),
  markQueuedForDelete: (of) => of.markQueuedForDelete('s'),
  inCell: async (of) => {
    await of.inCell('c', { projectId: undefined, order: 'asc', limit: 10 })
    await of.inCell('c', { projectId: 'p', order: 'desc', limit: 10, after: { id: 's', createdAt: now } })
  },
  remove: (of) => of.remove('s'),
  projectsAmong: (of) => of.projectsAmong(['p', 'q']),
  cellsOf: (of) => of.cellsOf('p'),
})

goldenStore(url, 'mapping-markers', (db: Api) => mappingMarkers(db, systemClock), {
  find: (of) => of.find('c'),
  set: (of) => of.set('c', { serverId: 's', createdAt: now }),
  remove: (of) => of.remove('c'),
})

goldenSql<typeof import('./quotas/limits-set-for.ts'), ApiTables>(url, 'limits-set-for', {
  limitsSetFor: (db) => limitsSetFor(db, 'p', 'u'),
})

goldenStore(url, 'quota-classes', quotaClasses, {
  limitsOf: (of) => of.limitsOf('default'),
  set: (of) => of.set('default', { cores: 1, ram: 2 }),
})

goldenStore(url, 'quotas', quotas, {
  ofProject: (of) => of.ofProject('p'),
  set: (of) => of.set('p', { cores: 1, ram: 2 }),
  removeOf: (of) => of.removeOf('p'),
})

goldenStore(url, 'user-quotas', userQuotas, {
  given: async (of) => {
    await of.given('p')
    await of.given('p', 'u')
  },
  set: (of) => of.set({ projectId: 'p', userId: 'u' }, { cores: 1, ram: 2 }),
  removeOf: (of) => of.removeOf({ projectId: 'p', userId: 'u' }),
})

const spec: RequestSpec = {
  ...{ serverId: newId(), projectId: 'p', userId: 'u', userName: 'ann', projectName: 'dev', flavor },
  ...{ schedulerHints: {}, networks: 'auto', securityGroups: [] },
}
const build: BuildRequest = {
  ...{ serverId: spec.serverId, name: 'web', description: null, hostname: 'web', configDrive: false },
  ...{ metadata: {}, tags: [], reservationId: 'r', launchIndex: 0, diskConfig: 'MANUAL', locked: false },
  ...{ sealedSecrets: null, blockDevices: [], createdAt: now },
}
goldenStore(url, 'build-requests', (db: Api) => buildRequests(db, systemClock), {
  insert: (of) => of.insert(spec, build),
  find: (of) => of.find('s'),
  list: async (of) => {
    await of.list(undefined)
    await of.list('p')
  },
  change: (of) => of.change(build, build),
  requestDelete: (of) => of.requestDelete('s'),
  told: (of) => of.told(build),
  removeUnchanged: (of) => of.removeUnchanged('s'),
  remove: (of) => of.remove('s'),
})

const stored = [{ spec: JSON.stringify(spec) }]
goldenStore(url, 'request-specs', (db: Api) => requestSpecs(db, systemClock), {
  insert: (of) => of.insert(spec),
  find: (of) => of.find('s'),
  findMany: (of) => of.findMany(ids),
  update: (of) => of.update(spec),
  setFlavor: { finds: stored, run: (of) => of.setFlavor('s', flavor) },
  setImage: { finds: stored, run: (of) => of.setImage('s', undefined) },
  setVolumeProperties: { finds: stored, run: (of) => of.setVolumeProperties('s', {}) },
  setShelved: { finds: stored, run: (of) => of.setShelved('s', undefined) },
  setZone: { finds: stored, run: (of) => of.setZone('s', 'nova') },
  remove: (of) => of.remove('s'),
})

goldenSql<typeof import('./server-migrations/departing-server.ts'), CellTables>(url, 'departing-server', {
  departingServer: (db) => departingServer(db, 's'),
})

goldenSql<typeof import('./servers/requested-server.ts'), ApiTables>(url, 'requested-server', {
  requestedServer: (db) => requestedServer(db, 's'),
})

const disk: BlockDevice = {
  ...{ id: 'd', sourceType: 'volume', destinationType: 'volume', volumeId: 'v' },
  deleteOnTermination: false,
}
const begun: NewMigration = {
  ...{ server_id: 's', project_id: 'p', user_id: 'u', source_compute: 'h', status: 'accepted' },
  migration_type: 'live-migration',
}
goldenStore(url, 'migrations', (db: Cell) => migrations(db, systemClock), {
  newNumber: { finds: number, run: (of) => of.newNumber() },
  create: { finds: [begun], run: (of) => of.create(1, { ...begun, id: 'm' }) },
  find: (of) => of.find('m'),
  findByNumber: (of) => of.findByNumber('s', 1),
  newest: (of) => of.newest('s', ['accepted', 'running']),
  liveOf: (of) => of.liveOf('s'),
  list: async (of) => {
    await of.list({ limit: 10 })
    await of.list({ limit: 10, host: 'h', changesSince: now, changesBefore: now })
  },
  change: (of) => of.change('m', { from: ['accepted'], to: { status: 'queued', dest_compute: 'i' } }),
})

goldenSql<typeof import('./server-migrations/take-turn.ts'), CellTables>(url, 'take-turn', {
  takeTurn: {
    finds: [{ id: 'm', number: 1, status: 'queued' }],
    run: (db) => takeTurn(db, systemClock, { migrationId: 'm', host: 'h', most: 1 }),
  },
})

goldenStore(url, 'block-devices', (db: Cell) => blockDevices(db, systemClock), {
  ofServer: (of) => of.ofServer('s'),
  ofServers: (of) => of.ofServers(ids),
  volumesOf: (of) => of.volumesOf(ids),
  findByAttachment: (of) => of.findByAttachment('a'),
  insert: (of) => of.insert('s', [disk]),
  update: (of) => of.update('d', { attachment_id: 'a', connection_info: '{}' }),
  remove: (of) => of.remove('d'),
  removeOfServer: (of) => of.removeOfServer('s'),
})

goldenStore(url, 'console-auth-tokens', (db: Cell) => consoleAuthTokens(db, systemClock), {
  insert: (of) =>
    of.insert({
      ...{ token_hash: 't', server_id: 's', console_type: 'novnc', host: 'h', port: 5900 },
      ...{ tls_port: null, internal_access_path: null, expires_at: now, created_at: now },
    }),
  find: (of) => of.find('t'),
})

goldenSql<typeof import('./hosts/numa-cells.ts'), CellTables>(url, 'numa-cells', {
  numaCells: {
    finds: [{ id: 'n', host: 'h', node: 'h', numa_topology: '{"cells":[]}' }],
    run: (db) => numaCells(db, ids),
  },
})

const counted = { reads: 1, readBytes: 1, writes: 1, writeBytes: 1 }

goldenSql<typeof import('./hosts/node-metrics.ts'), CellTables>(url, 'node-metrics', {
  nodeMetrics: { finds: [{ id: 'n', metrics: '[]' }], run: (db) => nodeMetrics(db, ids) },
})

goldenStore(url, 'volume-usage', volumeUsage, {
  find: (of) => of.find('v'),
  put: (of) => of.put({ volumeId: 'v', measuredAt: now, current: counted, earlier: counted }),
})

goldenStore(url, 'numa-claims', numaClaims, {
  put: (of) => of.put({ ...{ holderId: 's', serverId: 's', host: 'h', node: 'h' }, topology: { cells: [] } }),
  remove: (of) => of.remove('h', 's'),
  removeOf: (of) => of.removeOf('h'),
  find: (of) => of.find('h', 's'),
  onHost: (of) => of.onHost('h'),
})

goldenStore(url, 'overdue-instances', overdueInstances, {
  softDeletedUntil: (of) => of.softDeletedUntil(now, 10),
  shelvedUntil: (of) => of.shelvedUntil(now, 10),
  rescuedUntil: (of) => of.rescuedUntil(now, 10),
  builtSince: (of) => of.builtSince(now, 10),
})

goldenStore(url, 'guest-passwords', guestPasswords, {
  find: (of) => of.find('s'),
  set: (of) => of.set('s', 'sealed'),
  remove: (of) => of.remove('s'),
})

const action: InstanceActionRow = {
  ...{ id: 'a', server_id: 's', action: 'stop', request_id: 'r', project_id: 'p', user_id: 'u' },
  ...{ message: null, start_time: now, updated_at: now },
}
goldenStore(url, 'instance-actions', (db: Cell) => instanceActions(db, systemClock), {
  begin: (of) => of.begin(ctx, 's', 'stop'),
  beginEvent: async (of) => {
    await of.beginEvent(ctx, 's', { event: 'compute_stop_instance' })
    await of.beginEvent(ctx, 's', { event: 'compute_stop_instance', host: 'h' })
  },
  endEvent: (of) => of.endEvent(ctx, 's', 'compute_stop_instance', { result: 'Error', message: 'm' }),
  list: async (of) => {
    await of.list('s', { limit: 10 })
    await of.list('s', { limit: 10, marker: action, changesSince: now, changesBefore: now })
  },
  find: (of) => of.find('s', 'r'),
  events: (of) => of.events('a'),
})

goldenStore(url, 'instance-faults', (db: Cell) => instanceFaults(db, systemClock), {
  record: (of) => of.record(ctx, 's', { code: 500, message: 'm' }),
  latest: (of) => of.latest(ids),
})

const condition: ServerCondition = {
  all: [
    { column: 'project_id', oneOf: ['p', null] },
    { not: { any: [{ column: 'name', like: containing('web') }] } },
    { column: 'created_at', atLeast: now },
  ],
}
const newestFirst = [
  { column: 'created_at', direction: 'desc' },
  { column: 'id', direction: 'desc' },
] as const
goldenSql<typeof import('./servers/instance-list.ts'), CellTables>(url, 'instance-list', {
  listInstances: async (db) => {
    await listInstances(db, { condition, order: newestFirst, limit: 10 })
    const matching: ServerCondition = { column: 'name', matches: { foundIn: () => true } }
    await listInstances(db, {
      ...{ condition: matching, order: newestFirst, limit: 10 },
      after: { id: 's', created_at: now },
    })
  },
})

goldenStore(url, 'instances', (db: Cell) => instances(db, systemClock), {
  find: async (of) => {
    await of.find('s')
    await of.find('s', { deleted: true })
  },
  findPart: (of) => of.findPart('s', ['id', 'vmState']),
  findParts: (of) => of.findParts(ids, ['id', 'host']),
  onHost: (of) => of.onHost('h'),
  idsOnHost: (of) => of.idsOnHost('h'),
  newNumber: { finds: number, run: (of) => of.newNumber() },
  create: (of) => of.create(whole),
  markDeleted: (of) => of.markDeleted('s'),
  update: (of) => of.update('s', { name: 'other', flavor }),
  transition: async (of) => {
    await of.transition('s', { from: {}, to: { taskState: null } })
    await of.transition('s', {
      from: { vmStates: ['active'], taskStates: ['powering-off', null], host: 'h', lockedBy: null },
      to: { vmState: 'stopped', taskState: null },
      unlessSet: { launchedAt: now },
    })
    await of.transition('s', { from: { networkInfo: [] }, to: { networkInfo: [] } })
    await of.transition('s', { from: { metadata: {} }, to: { metadata: {} } })
    await of.transition('s', { from: { tags: [] }, to: { tags: [] } })
  },
  transitionAndFind: (of) => of.transitionAndFind('s', { from: { host: null }, to: { host: 'h' } }),
  endTask: (of) => of.endTask('s'),
})

goldenStore(url, 'compute-nodes', (db: Cell) => computeNodes(db, systemClock), {
  report: {
    finds: ofCounter,
    run: (of) =>
      of.report({
        ...{ id: 'n', service_id: 's', host: 'h', node: 'h', vcpus: 1, memory_mb: 1, disk_gb: 1 },
        ...{ vcpus_used: 0, memory_mb_used: 0, disk_gb_used: 0, running_vms: 0, hypervisor_type: 'fake' },
        ...{ hypervisor_version: 1, cpu_info: '{}', supported_instances: '[]', host_ip: '192.0.2.1' },
        metrics: null,
      }),
  },
  use: (of) =>
    of.use(
      { host: 'h', node: 'n' },
      { vcpus_used: 1, memory_mb_used: 1, disk_gb_used: 1, running_vms: 1, numa_topology: null },
    ),
  find: (of) => of.find('n'),
  described: (of) => of.described(ids),
  ids: (of) => of.ids(),
  conditionsOf: (of) => of.conditionsOf(ids),
  ofHost: (of) => of.ofHost('h'),
  idOf: (of) => of.idOf({ host: 'h', node: 'n' }),
  list: (of) => of.list(),
  countBuild: async (of) => {
    await of.countBuild('h', true)
    await of.countBuild('h', false)
  },
  remove: (of) => of.remove('n'),
})

goldenStore(url, 'servers-of-hosts', serversOfHosts, {
  busy: (of) => of.busy(),
  atWork: (of) => of.atWork(),
  count: (of) => of.count(),
  imageProperties: (of) => of.imageProperties(),
})

goldenStore(url, 'services', (db: Cell) => services(db, systemClock), {
  ensure: { finds: ofCounter, run: (of) => of.ensure('h', 'nova-compute', 2) },
  report: (of) => of.report('s'),
  list: async (of) => {
    await of.list()
    await of.list({ host: 'h', binary: 'nova-compute' })
  },
  onHosts: (of) => of.onHosts(['h'], 'nova-compute'),
  lowestVersion: (of) => of.lowestVersion('nova-compute'),
  find: (of) => of.find('s'),
  update: (of) => of.update('s', { disabled: 1, disabled_reason: 'why' }),
  remove: (of) => of.remove('s'),
})

goldenSql<typeof import('./usage/lived-servers.ts'), CellTables>(url, 'lived-servers', {
  livedServers: async (db) => {
    const period = { start: now, stop: now }
    await livedServers(db, { period, limit: 10 })
    await livedServers(db, { period, limit: 10, projectId: 'p', after: { id: 's', projectId: 'p' } })
  },
  projectOfServer: (db) => projectOfServer(db, 's'),
})

const audited = { beginning: new Date(0), ending: new Date(now) }
goldenStore(url, 'task-log', (db: Cell) => taskLog(db), {
  begin: (of) => of.begin('h', audited),
  finish: (of) => of.finish('h', audited, { message: 'm', task_items: 1 }),
  ofPeriod: (of) => of.ofPeriod(audited),
})

goldenSql<typeof import('./usage/active-on-host.ts'), CellTables>(url, 'active-on-host', {
  activeOnHost: (db) => activeOnHost(db, { host: 'h', period: audited, limit: 10, after: 's' }),
})

goldenSql<Pick<typeof import('./usage/usage.ts'), 'cellUsage'>, CellTables>(url, 'cell-usage', {
  cellUsage: { finds: [{ instances: 1 }], run: (db) => cellUsage(db, 'p', { userId: 'u' }) },
})

goldenSql<Pick<typeof import('./usage/usage.ts'), 'pendingUsage'>, ApiTables>(url, 'pending-usage', {
  pendingUsage: async (db) => {
    await pendingUsage(db, 'p')
    await pendingUsage(db, 'p', 'u')
  },
})

goldenSql<typeof import('../audit/look/look-into-api-database.ts'), ApiTables>(url, 'audit-of-api-database', {
  lookIntoApiDatabase: (db) => lookIntoApiDatabase(db),
})

goldenSql<typeof import('../audit/look/look-into-cell.ts'), CellTables>(url, 'audit-of-cell', {
  lookIntoCell: (db) => lookIntoCell(db, 'c'),
})
