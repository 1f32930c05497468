/**
 * The cost of a server: `node bench/boot-servers.ts [--shape embedded|together|apart] [--hosts HOSTS] [--standing STANDING]
 * [SERVERS] [CONCURRENCY] [ROUNDS]`. Starts an empty cloud of that shape (`start-bench-cloud.ts`), boots and deletes a few servers to warm up, and boots
 * STANDING (0) servers that stay. Then it boots SERVERS (100) in every round, with CONCURRENCY (8) requests at a time, while one client polls
 * `/servers/detail`, and deletes them. Prints the processor time of the idle cloud, and then a line for each round: ACTIVE servers per second, and
 * milliseconds of processor time per server, of the whole cloud and of each process; and the same without the processor time of the idle cloud,
 * whose share is larger when a busy machine boots more slowly.
 * `NODE_OPTIONS` is passed to the cloud, so `NODE_OPTIONS='--cpu-prof --cpu-prof-dir=/tmp/profile'` profiles it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { benchClient } from './bench-client.ts'
import type { BenchCloud } from './bench-cloud.ts'
import { bootAll, mostListed, type Round, runRound, sumOf } from './boot-round.ts'
import { prepareParts } from './prepare-parts.ts'
import { processorTimes } from './processor-time.ts'
import { isShape, startBenchCloud } from './start-bench-cloud.ts'

const warmUps = 20
/** Idle times before and during the measurement of the idle cloud. */
const [settlesMs, restsMs] = [5_000, 15_000]

/** Milliseconds of processor time per second of the idle cloud. */
const idleCost = async (cloud: BenchCloud): Promise<number> => {
  await pause(settlesMs)
  const before = sumOf(await processorTimes(cloud))
  await pause(restsMs)
  return ((sumOf(await processorTimes(cloud)) - before) * 1000) / restsMs
}

const spell = ({ perSecond, errors, cpuMs, deletedPerSecond }: Round, idleMs: number): string => {
  const all = sumOf(cpuMs)
  const parts = [...cpuMs].map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(', ')
  return (
    `${perSecond.toFixed(1).padStart(6)} ACTIVE/s   ${errors} in error   ` +
    `${all.toFixed(1).padStart(5)} ms CPU a server (${parts}), ${(all - idleMs / perSecond).toFixed(1)} without idling   ${deletedPerSecond.toFixed(0)} deleted/s\n`
  )
}

const { values, positionals } = parseArgs({
  options: {
    shape: { type: 'string', default: 'embedded' },
    hosts: { type: 'string', default: '10' },
    standing: { type: 'string', default: '0' },
  },
  allowPositionals: true,
})
const { shape } = values
if (!isShape(shape)) throw new RangeError(`no shape is called ${shape}`)
const [count = 100, width = 8, rounds = 5] = positionals.map(Number)
await using cloud = await startBenchCloud(shape, Number(values.hosts))
const client = await benchClient(cloud)
const parts = await prepareParts(client)
await runRound(cloud, client, parts, warmUps, width)
const standing = Number(values.standing)
for (let stood = 0; stood < standing; stood += mostListed)
  await bootAll(client, parts, Math.min(mostListed, standing - stood), width)
const idleMs = await idleCost(cloud)
process.stdout.write(`idle: ${idleMs.toFixed(0)} ms CPU a second\n`)
for (let round = 1; round <= rounds; round += 1)
  process.stdout.write(`round ${round} ${spell(await runRound(cloud, client, parts, count, width), idleMs)}`)
client.close()
