/**
 * Whether many servers make looking at one dearer: `node bench/polling.ts [FEW] [MANY]`. Starts a cloud of the fake hypervisor in this process,
 * and looks at all there is with FEW (100) servers and again with MANY (1,000), as `ceilometer-polling` does: what is found is kept as samples, handed to
 * the metrics service and aggregated. Prints milliseconds of processor time a server, of the first look, which makes resources and metrics, and the
 * median of later ones, and how many times those of FEW those of MANY are.
 */
import assert from 'node:assert/strict'
import { memoryBus } from '@nimbo/bus/memory'
import { serviceClient } from '@nimbo/clients/service-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import { openSecrets } from '@nimbo/cloud/secrets'
import { services } from '@nimbo/cloud/services'
import { computeApi } from '@nimbo/contracts/compute/api'
import { identityApi } from '@nimbo/contracts/identity/api'
import { imageApi } from '@nimbo/contracts/image/api'
import { networkApi } from '@nimbo/contracts/network/api'
import { objectStoreApi } from '@nimbo/contracts/object-store/api'
import { metricApi } from '@nimbo/contracts/telemetry/metric/api'
import { volumeApi } from '@nimbo/contracts/volume/api'
import { networkTransport } from '@nimbo/http/network-transport'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
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
/** The cloud itself does not look meanwhile. */
const environment = { OS_POLLING__INTERVAL: '86400' }

await using cloud = await startTestCloud({ environment, hosts: 10 })
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

const mounts = new Map<string, string>(services.map(({ type, mount }) => [type, mount]))
const transport = networkTransport({ endpointOf: (type) => `${cloud.url}${mounts.get(type)}` })
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
/** All that is found goes to the metrics service. */
const pipeline = { publishersOf: () => [{ kind: 'gnocchi' as const, archivePolicy: undefined }] }
const app = (clock: Clock) => ({ db, clock, log: silentLog, pipeline })
const tell = publish(app(systemClock), { metrics, bus: memoryBus({ clock: systemClock }), topic: 'events' })
const forever = new AbortController().signal

let turns = 0
/** Milliseconds of processor time of one look at everything, a server. */
const look = async (): Promise<number> => {
  await cloud.settled()
  turns += 1
  // Each look is the next turn's, however soon it comes.
  const clock = { ...systemClock, now: () => systemClock.now() + turns * everyMs }
  const before = process.cpuUsage()
  await poll(app(clock), clients, { everyMs, takes: () => true })(forever)
  await tell(forever)
  await cloud.settled()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / standing
}

/** The first look at the servers that have been made since the last, and the median of later ones. */
const costOf = async (size: number): Promise<readonly [number, number]> => {
  await growTo(size)
  const first = await look()
  const later: number[] = []
  for (let round = 0; round < laterLooks; round += 1) later.push(await look())
  const median = later.toSorted((one, other) => one - other)[laterLooks >> 1] ?? 0
  process.stdout.write(
    `${standing} servers: ${median.toFixed(2)} ms of processor time each, ${first.toFixed(2)} at the first look\n`,
  )
  return [median, first]
}

const [ofFew, firstOfFew] = await costOf(few)
const [ofMany, firstOfMany] = await costOf(many)
const times = (one: number, other: number): string => (one / other).toFixed(2)
process.stdout.write(
  `a server of ${many} costs ${times(ofMany, ofFew)} times one of ${few} (first look: ${times(firstOfMany, firstOfFew)})\n`,
)
transport.close()
await databases.close()
