import assert from 'node:assert/strict'
import { join } from 'node:path'
import { amqpBus } from '@nimbo/bus/amqp'
import type { Bus } from '@nimbo/bus/bus'
import { openDatabase } from '@nimbo/db/open-database'
import { faultFiles } from '@nimbo/hypervisor-fake/fault-files'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { type SpanStore, spanStore } from '@nimbo/trace/span-store'
import { spanTable } from '@nimbo/trace/span-table'
import { type TraceTables, traceMigrations } from '@nimbo/trace/trace-tables'
import { advancedClock } from './advanced-clock.ts'
import { type CloudUnderTest, type CloudRequirements, enter, enterAsAdmin } from './cloud-under-test.ts'
import { type CloudOfProcesses, controllerRoles, startCloudOfProcesses } from './distributed-cloud.ts'
import { configDirectories } from './distributed-config.ts'
import { eventually } from '@nimbo/testing/eventually'
import { fakeDomains } from './fake-domains.ts'
import { joinProject, passwordOf } from './join-project.ts'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

/** Generous, for busy machines. */
const patience = { withinMs: 60_000 }

/** Stops every process as systemd would; its supervisor starts it again. */
const restart = async ({ processes, ready }: CloudOfProcesses): Promise<void> => {
  const before = processes.map((process) => process.starts())
  for (const process of processes) process.kill('SIGTERM')
  await eventually(() => {
    const still = processes.filter((process, index) => process.starts() === before[index])
    assert.deepEqual(
      still.map(({ name }) => name),
      [],
      'these processes have not been restarted',
    )
  }, patience)
  await ready()
}

const openSpans = async (cloud: CloudOfProcesses): Promise<SpanStore> =>
  spanStore(
    spanTable(
      await openDatabase<TraceTables>(cloud.database('traces'), traceMigrations, {
        schema: 'check',
        poolSize: 1,
        poolOverflow: 1,
      }),
    ),
    { clock: systemClock, log: silentLog, keepMs: Number.POSITIVE_INFINITY },
  )

const domainsOf = async ({ hosts, directory }: CloudOfProcesses) => {
  const each = await Promise.all(
    hosts.map((host) => fakeDomains(join(directory, 'hosts', host, 'fake-hypervisor'))),
  )
  return each.flat()
}

/**
 * A cloud of processes on PostgreSQL and RabbitMQ: one with all controller roles, and one for each compute host. Everything
 * between services goes over HTTP and the broker, as with a process for each role.
 */
export const startDistributedCloudUnderTest = async ({
  hosts = 1,
  advances = false,
  environment = {},
}: CloudRequirements): Promise<CloudUnderTest> => {
  await using stack = new AsyncDisposableStack()
  const clock = advancedClock(stack.use(await temporaryDirectory()).path)
  const cloud = stack.use(
    await startCloudOfProcesses({
      ...{ hostsPerCell: hosts, together: [controllerRoles], quotas: 'usual' },
      environment: { ...environment, ...(advances ? clock.environment : {}) },
    }),
  )
  const spans = await openSpans(cloud)
  stack.defer(() => spans.close())
  const { identityUrl, adminPassword, directory, broker } = cloud
  const openBus = async (): Promise<Bus> => {
    const bus = await amqpBus({ transportUrl: broker })
    parts.defer(() => bus.close())
    return bus
  }
  const access = {
    ...{ authUrl: `${identityUrl}/v3`, username: 'admin', password: adminPassword },
    ...{ projectName: 'admin', region: 'RegionOne' },
  }
  const admin = await enterAsAdmin(access)
  const parts = stack.move()
  return {
    ...{ shape: 'distributed', access, admin, directory, spans },
    hosts: {
      names: cloud.hosts,
      faults: faultFiles(configDirectories(directory).faults),
      domains: () => domainsOf(cloud),
    },
    bus: openBus,
    person: async (name, role = 'member') => {
      await joinProject(admin, name, role)
      return enter({ access }, { username: name, password: passwordOf(name), project: name })
    },
    inTheEnd: (check) => eventually(check, patience),
    restart: () => restart(cloud),
    advance: async (ms) => {
      assert.ok(advances, 'a test that advances the clock must start the cloud with `advances`')
      await clock.advance(ms)
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
