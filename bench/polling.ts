/**
 * Whether polling a server costs more among many servers, and how much it delays other work: `node bench/polling.ts [FEW] [MANY]`. Starts a cloud with
 * the fake hypervisor in this process, and polls everything with FEW (100) servers and again with MANY (1,000), as `ceilometer-polling` does in
 * `nimbo up`: the results are stored as samples, sent to the metrics service and aggregated. Prints, for the first poll, which creates resources and
 * metrics, and as the median of later ones: milliseconds of processor time per server, the duration of a poll, the share of that time in which the
 * thread was busy, and the longest time for which it blocked other work (of later polls the greatest). Finally prints the ratios of the
 * milliseconds of MANY and FEW.
 */
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { memoryBus } from '@nimbo/bus/memory'
import { serviceClient } from '@nimbo/clients/service-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import { openSecrets } from '@nimbo/cloud/secrets'
import { type CloudService, services } from '@nimbo/cloud/services'
import { computeApi } from '@nimbo/contracts/compute/api'
import { identityApi } from '@nimbo/contracts/identity/api'
import { imageApi } from '@nimbo/contracts/image/api'
import { networkApi } from '@nimbo/contracts/network/api'
import { objectStoreApi } from '@nimbo/contracts/object-store/api'
import { metricApi } from '@nimbo/contracts/telemetry/metric/api'
import { volumeApi } from '@nimbo/contracts/volume/api'
import { withoutRests } from '@nimbo/kernel/background-pace'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import type { ServiceHost } from '@nimbo/service/service-host'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { testDatabases } from '@nimbo/testing/test-databases'
import { migrations } from '../services/telemetry/src/db/metering/migrations.ts'
import type { MeteringTables } from '../services/telemetry/src/db/metering/tables.ts'
import { poll } from '../services/telemetry/src/tasks/poll.ts'
import { publish } from '../services/telemetry/src/tasks/publish.ts'

const [few = 100, many = 1_000] = process.argv.slice(2).map(Number)
const laterLooks = 3
const width = 8
const everyMs = 300_000
/** Keeps the cloud itself from polling meanwhile. */
const environment = { OS_POLLING__INTERVAL: '86400' }

const told = Promise.withResolvers<ServiceHost>()
const withHostTold = services.map(
  (service: CloudService): CloudService =>
    service.name === 'ceilometer' ? { ...service, prepare: async (host) => told.resolve(host) } : service,
)

await using cloud = await startTestCloud({ environment, hosts: 10, services: withHostTold })
const { admin } = cloud
const unlimited = { instances: -1, cores: -1, ram: -1, force: true }
await admin.compute.put(`/os-quota-sets/${admin.projectId}`, { quota_set: unlimited })
await admin.network.put(`/v2.0/quotas/${admin.projectId}`, { quota: { port: -1 } })
const [flavorRef, imageRef] = await Promise.all([makeFlavor(admin, { disk: 0 }), makeImage(admin)])
const { body: made } = await admin.network.post('/v2.0/networks', { network: { name: 'bench' } })
const network = made.network.id
await admin.network.post('/v2.0/subnets', {
  subnet: { network_id: network, ip_version: 4, cidr: '10.77.0.0/16' },
})

let standing = 0
const growTo = async (size: number): Promise<void> => {
  const ids: string[] = []
  const bootOnes = async (): Promise<void> => {
    while (standing < size) {
      standing += 1
      const server = { name: `bench-${standing}`, flavorRef, imageRef, networks: [{ uuid: network }] }
      const { status, body } = await admin.compute.post('/servers', { server })
      assert.equal(status, 202, JSON.stringify(body))
      await serverInStatus(admin, body.server.id, 'ACTIVE', { everyMs: 200 })
      ids.push(body.server.id)
    }
  }
  await Promise.all(Array.from({ length: width }, bootOnes))
}

const { transport, pace = withoutRests } = await told.promise
const secrets = await openSecrets(cloud.state.file('secrets.json'))
const account = {
  ...{ username: 'ceilometer', password: secrets.get('ceilometer-password') },
  ...{ projectName: 'service', domainName: 'Default' },
}
const authenticate = asService(serviceTokens(transport, account, systemClock))
const clients = {
  compute: serviceClient({ transport, api: computeApi, authenticate, version: '2.96' }),
  volume: serviceClient({ transport, api: volumeApi, authenticate, version: '3.60' }),
  image: serviceClient({ transport, api: imageApi, authenticate }),
  network: serviceClient({ transport, api: networkApi, authenticate }),
  identity: serviceClient({ transport, api: identityApi, authenticate }),
  objects: serviceClient({ transport, api: objectStoreApi, authenticate }),
  accountPrefix: 'AUTH_',
}
const metrics = serviceClient({ transport, api: metricApi, authenticate })
const databases = testDatabases(cloud.directory)
const db = await databases.openDatabase<MeteringTables>('looks', migrations)
/** Sends all samples to the metrics service. */
const pipeline = { publishersOf: () => [{ kind: 'gnocchi' as const, archivePolicy: undefined }] }
const app = (clock: Clock) => ({ db, clock, log: silentLog, pipeline })
const tell = publish(app(systemClock), { metrics, bus: memoryBus({ clock: systemClock }), topic: 'events' })
const forever = new AbortController().signal

/** The costs of one poll of everything. */
interface Look {
  /** Milliseconds of processor time per server. */
  readonly ms: number
  readonly seconds: number
  /** The share of that time in which the thread was busy. */
  readonly busy: number
  /** The longest time for which the thread was blocked. */
  readonly heldMs: number
}

/** The monitor measures nothing before its first timer. */
const monitorWarmMs = 50

let turns = 0
const look = async (): Promise<Look> => {
  await cloud.settled()
  turns += 1
  // Advances the clock by one interval for each poll, however soon it follows.
  const clock = { ...systemClock, now: () => systemClock.now() + turns * everyMs }
  const holds = monitorEventLoopDelay({ resolution: 1 })
  holds.enable()
  await pause(monitorWarmMs)
  const [processor, loop, began] = [process.cpuUsage(), performance.eventLoopUtilization(), performance.now()]
  const rest = pace(forever)
  await poll(app(clock), clients, { everyMs, takes: () => true })(rest)
  await tell(rest)
  await cloud.settled()
  const { user, system } = process.cpuUsage(processor)
  const seconds = (performance.now() - began) / 1000
  await pause(0)
  const { utilization: busy } = performance.eventLoopUtilization(loop)
  holds.disable()
  return { ms: (user + system) / 1000 / standing, seconds, busy, heldMs: holds.max / 1e6 }
}

const textOf = ({ ms, seconds, busy, heldMs }: Look): string =>
  `${ms.toFixed(2)} ms of processor time per server, ${seconds.toFixed(1)} s, ${(100 * busy).toFixed(0)} % busy, blocked for at most ${heldMs.toFixed(0)} ms`

const medianOf = (looks: readonly Look[], figure: keyof Look): number =>
  looks.map((one) => one[figure]).toSorted((one, other) => one - other)[looks.length >> 1] ?? 0

/** The processor time per server of later polls, and of the first one after the number of servers grew. */
const costOf = async (size: number): Promise<readonly [number, number]> => {
  await growTo(size)
  const first = await look()
  process.stdout.write(`${standing} servers, first poll: ${textOf(first)}\n`)
  const later: Look[] = []
  for (let round = 0; round < laterLooks; round += 1) later.push(await look())
  const usual: Look = {
    ms: medianOf(later, 'ms'),
    seconds: medianOf(later, 'seconds'),
    busy: medianOf(later, 'busy'),
    heldMs: Math.max(...later.map(({ heldMs }) => heldMs)),
  }
  process.stdout.write(`${standing} servers, later polls: ${textOf(usual)}\n`)
  return [usual.ms, first.ms]
}

const [ofFew, firstOfFew] = await costOf(few)
const [ofMany, firstOfMany] = await costOf(many)
const times = (one: number, other: number): string => (one / other).toFixed(2)
process.stdout.write(
  `a server among ${many} costs ${times(ofMany, ofFew)} times as much as one among ${few} (first poll: ${times(firstOfMany, firstOfFew)})\n`,
)
await databases.close()
