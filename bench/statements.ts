/**
 * The SQL statements of a cloud: `node bench/statements.ts [--each COUNT] [--in-order UNIT]`. Starts `nimbo up` with the fake
 * hypervisor, lets it boot, list and delete COUNT (24) servers, and create and delete as many ports and volumes, eight at a time. Prints for
 * each of these units the average number of statements until telemetry has stored everything: by their text, the most frequent first, minus those
 * of the idle cloud in the same time. With `--in-order` one unit (such as `boot`) runs once, and its statements are printed in order.
 * `OS_OSLO_MESSAGING_NOTIFICATIONS__DRIVER=noop` shows the same without notifications.
 */
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { benchClient } from './bench-client.ts'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import { prepareParts, spread } from './prepare-parts.ts'
import type { RecordedStatement } from './record-statements.ts'

const width = 8
/** Long enough for telemetry to store and publish what it has received. */
const settlesMs = 4_000
/** How long the statements of the idle cloud are counted. */
const restsMs = 20_000
const lookEveryMs = 20
/** Statements that are rarer than this per unit belong to the cloud's background work. */
const rarest = 0.2

const { values } = parseArgs({
  options: { each: { type: 'string', default: '24' }, 'in-order': { type: 'string' } },
})
const each = Number(values.each)

const recordedIn = join(tmpdir(), `nimbo-statements-${process.pid}.json`)
await using cloud = await startEmbeddedCloud({
  hosts: 10,
  environment: {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'record-statements.ts')}`,
    RECORD_STATEMENTS_IN: recordedIn,
  },
})
const client = await benchClient(cloud)
const { call, projectId } = client
const parts = await prepareParts(client)

/** The statements recorded since the last call. */
const recorded = async (): Promise<readonly RecordedStatement[]> => {
  await rm(recordedIn, { force: true })
  process.kill(cloud.pid ?? 0, 'SIGUSR2')
  for (;;) {
    const text = await readFile(recordedIn, 'utf8').catch(() => undefined)
    if (text !== undefined) return JSON.parse(text)
    await pause(lookEveryMs)
  }
}

const counted = (statements: readonly RecordedStatement[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const [database, sql] of statements) {
    const name = `${database.padEnd(18)} ${sql}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

const ids: { readonly servers: string[]; readonly ports: string[]; readonly volumes: string[] } = {
  servers: [],
  ports: [],
  volumes: [],
}
const volumes = `/v3/${projectId}/volumes`
await call('block-storage', 'PUT', `/v3/${projectId}/os-quota-sets/${projectId}`, {
  quota_set: { volumes: -1, gigabytes: -1 },
})

/** Creates a resource; returns its id. */
const make = async (service: string, path: string, kind: string, wanted: object): Promise<string> => {
  const made = await call<Record<string, { readonly id: string }>>(service, 'POST', path, { [kind]: wanted })
  return made[kind]?.id ?? ''
}

/** The units of work: each sends only its own request; the wait for the result sends none. */
const units: Readonly<Record<string, () => Promise<unknown>>> = {
  boot: async () =>
    ids.servers.push(await make('compute', '/v2.1/servers', 'server', { name: 'bench', ...parts })),
  list: () => call('compute', 'GET', '/v2.1/servers/detail?limit=10'),
  delete: () => call('compute', 'DELETE', `/v2.1/servers/${ids.servers.pop()}`),
  'port create': async () =>
    ids.ports.push(await make('network', '/v2.0/ports', 'port', { network_id: parts.networks[0]?.uuid })),
  'port delete': () => call('network', 'DELETE', `/v2.0/ports/${ids.ports.pop()}`),
  'volume create': async () => ids.volumes.push(await make('block-storage', volumes, 'volume', { size: 1 })),
  'volume delete': () => call('block-storage', 'DELETE', `${volumes}/${ids.volumes.pop()}`),
}

for (const run of Object.values(units)) {
  await spread(width, width, async () => void (await run()))
  await pause(settlesMs)
}
await recorded()
await pause(restsMs)
const idle = counted(await recorded())
/** The time since `began` as a multiple of the time for which the idle cloud was measured. */
const share = (began: number): number => (performance.now() - began) / restsMs

for (const [name, run] of Object.entries(units)) {
  const alone = values['in-order'] === name
  const count = alone ? 1 : each
  const began = performance.now()
  await spread(count, width, async () => void (await run()))
  await pause(settlesMs)
  const rested = share(began)
  const statements = await recorded()
  if (alone) for (const [database, sql] of statements) process.stdout.write(`${database.padEnd(18)} ${sql}\n`)
  const own = [...counted(statements)]
    .map(([text, times]) => [text, (times - (idle.get(text) ?? 0) * rested) / count] as const)
    .filter(([, times]) => times >= rarest)
    .sort(([, one], [, other]) => other - one)
  const sum = own.reduce((total, [, times]) => total + times, 0)
  process.stdout.write(`\n${name}: ${sum.toFixed(1)} statements\n`)
  for (const [text, times] of own) process.stdout.write(`${times.toFixed(2).padStart(6)}  ${text}\n`)
}
client.close()
await rm(recordedIn, { force: true })
