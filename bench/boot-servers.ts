/**
 * What a server costs a cloud: `node bench/boot-servers.ts [--shape embedded|together|apart] [--hosts HOSTS] [--standing STANDING]
 * [SERVERS] [CONCURRENCY] [ROUNDS]`. Starts an empty cloud of that shape (`bench-cloud.ts`), boots and deletes a few servers to warm up, and then in every round boots
 * SERVERS (100) with CONCURRENCY (8) requests under way while one poller looks at `/servers/detail`, and deletes them; beside STANDING
 * (0) servers that were booted before and stay. Prints what the cloud takes of the processor while nobody asks for anything, and then a line
 * a round: ACTIVE per second, and milliseconds of processor time per server, of the whole cloud and of each of its processes; and what is
 * left of them without what it takes anyway, which weighs the more the slower a busy machine lets it boot.
 * `NODE_OPTIONS` reaches the cloud, so `NODE_OPTIONS='--cpu-prof --cpu-prof-dir=/tmp/profile'` profiles it.
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
/** So long nobody asks for anything before it is measured what that takes, and then while it is. */
const [settlesMs, restsMs] = [5_000, 15_000]

/** Milliseconds of processor time a second, while nobody asks for anything. */
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
