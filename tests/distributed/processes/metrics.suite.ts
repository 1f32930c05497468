import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { metricsUrl, type ProcessCloud, processOf } from './process-cloud.ts'

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const samplesIn = (page: string): readonly Sample[] =>
  page.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-z0-9_]+)(?:{(.*)})? (\S+)$/.exec(line) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text])
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
  })

/** The default scrape timeout of Prometheus. */
const scrapeWithinMs = 10_000

const workersOfNovaApi = ['nova-api-1', 'nova-api-2']

export const describeMetrics = (shared: () => ProcessCloud): void => {
  const pageOf = async (role: string): Promise<string> => {
    const answer = await fetch(metricsUrl(processOf(shared(), role)), {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(scrapeWithinMs),
    })
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    return answer.text()
  }
  /** The samples of one name, only those with these labels. */
  const look = async (role: string, name: string, labels: Readonly<Record<string, string>> = {}) =>
    samplesIn(await pageOf(role)).filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
    )
  const sum = (samples: readonly Sample[]): number => samples.reduce((all, { value }) => all + value, 0)

  describe('metrics', () => {
    it('are served by every process, for its roles and for Node', async () => {
      const told = await Promise.all(
        shared().cloud.processes.map(async ({ roles }) => {
          const samples = samplesIn(await pageOf(roles[0] ?? ''))
          const mine = samples.filter(({ name }) => name === 'nimbo_role').map(({ labels }) => labels.role)
          assert.ok(samples.some(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds'))
          assert.ok(sum(samples.filter(({ name }) => name === 'process_cpu_seconds_total')) > 0)
          return [...new Set(mine)].toSorted()
        }),
      )
      assert.deepEqual(
        told,
        shared().cloud.processes.map(({ roles }) => roles.toSorted()),
      )
    })

    it('add up the requests of all workers behind a port, whichever worker answers', async () => {
      const { admin } = shared()
      const wanted = {
        service: 'nova-api',
        operation: 'compute.flavors.list',
        route: '/flavors',
        status: '200',
      }
      const count = () => look('nova-api', 'nimbo_http_requests_total', wanted)
      const before = sum(await count())
      for (let asked = 0; asked < 8; asked += 1) await admin.compute.get('/flavors')
      assert.equal(sum(await count()) - before, 8)
      assert.equal(sum(await count()) - before, 8)
      const workers = (await look('nova-api', 'nimbo_role')).map(({ labels }) => labels.worker)
      assert.deepEqual(workers.toSorted(), workersOfNovaApi)
      const names = (await pageOf('nova-api')).split('\n').filter((line) => line.startsWith('# TYPE'))
      assert.equal(new Set(names).size, names.length, 'each metric is declared once')
    })

    it('include messages, flows and queues', async () => {
      const { admin, flavorRef, imageRef } = shared()
      const id = await bootServer(admin, { flavorRef, imageRef })
      await serverInStatus(admin, id, 'ACTIVE', { withinMs: 60_000 })
      const scheduled = { topic: 'scheduler', method: 'selectDestinations' }
      await eventually(async () => {
        assert.ok(sum(await look('nova-scheduler', 'nimbo_rpc_handled_total', scheduled)) >= 1)
      })
      const built = { topic: 'compute', method: 'buildServer', outcome: 'ok' }
      assert.ok(sum(await look('nova-compute', 'nimbo_rpc_handled_total', built)) >= 1)
      assert.ok(sum(await look('nova-compute', 'nimbo_queue_lag_seconds_count', { topic: 'compute' })) >= 1)
      const flows = (await look('nova-conductor', 'nimbo_flows')).map(
        ({ labels }) => `${labels.flow} ${labels.state}`,
      )
      for (const flow of ['boot-server', 'delete-server', 'operate-server'])
        for (const state of ['running', 'parked', 'unwinding', 'late', 'abandoned'])
          assert.ok(flows.includes(`${flow} ${state}`), `${flow} ${state}`)
      const conductors = shared().cloud.processes.filter(({ roles }) => roles.includes('nova-conductor'))
      const [listeners] = await look('nova-conductor', 'nimbo_queue_consumers', { queue: 'conductor' })
      assert.equal(listeners?.value, conductors.length)
      const volumes = await look('cinder-scheduler', 'nimbo_flows', { flow: 'create-volume' })
      assert.equal(volumes.length, 5)
    })

    it('include database connections, without user names and passwords', async () => {
      const pools = await look('nova-conductor', 'nimbo_database_connections', { state: 'idle' })
      const names = pools.map(({ labels }) => labels.database?.replace(/^127\.0\.0\.1:\d+\//, ''))
      assert.deepEqual(names.toSorted(), ['nova_api', 'nova_cell0', 'nova_cell1', 'traces'])
      const { cloud } = shared()
      const secrets = [cloud.postgresql.url, cloud.rabbitmq.url()].map((url) => new URL(url))
      const page = await pageOf('nova-conductor')
      for (const { username, password } of secrets)
        for (const secret of [`${username}:`, password].filter((text) => text.length > 1))
          assert.ok(!page.includes(secret), 'the page contains no credentials')
    })

    it('count the death of a worker, and include the worker that replaces it', async () => {
      const deaths = async () => sum(await look('nova-api', 'nimbo_worker_deaths_total'))
      const [before, supervisor] = [await deaths(), processOf(shared(), 'nova-api').pid()]
      const [started] = await look('nova-api', 'process_start_time_seconds', { worker: 'nova-api-2' })
      const victim = await workerOf(shared(), 'nova-api', supervisor)
      process.kill(victim, 'SIGKILL')
      await eventually(async () => {
        assert.equal((await deaths()) - before, 1)
        const workers = (await look('nova-api', 'nimbo_role')).map(({ labels }) => labels.worker)
        assert.deepEqual(workers.toSorted(), workersOfNovaApi)
      })
      assert.ok(started !== undefined)
      assert.equal(processOf(shared(), 'nova-api').pid(), supervisor)
    })
  })
}

/** The process id of the worker that last logged `ready`. */
const workerOf = async (
  shared: ProcessCloud,
  role: string,
  supervisor: number | undefined,
): Promise<number> => {
  const lines = (await readFile(processOf(shared, role).logFile, 'utf8')).split('\n')
  const ready = lines
    .filter((line) => line.includes('"msg":"ready"'))
    .map((line) => (JSON.parse(line) as { pid: number }).pid)
    .filter((pid) => pid !== supervisor)
  const last = ready.at(-1)
  if (last === undefined) throw new Error(`no worker of ${role} has logged that it is ready`)
  return last
}
