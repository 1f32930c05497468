/**
 * The cost of notifications per server: `node bench/notifications.ts [SERVERS] [CONCURRENCY] [ROUNDS]`. Starts two clouds, one whose services send
 * notifications as in `nimbo up`, and one without notifications, and lets them boot and delete SERVERS (100) in turn, with
 * CONCURRENCY (8) requests at a time. Prints the milliseconds of processor time per server of both, from the first request until
 * everything is deleted and stored by telemetry, and their ratio; and at the end the medians.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { benchClient } from './bench-client.ts'
import { runRound } from './boot-round.ts'
import { embeddedName, startEmbeddedCloud } from './embedded-cloud.ts'
import { median } from './median.ts'
import { prepareParts } from './prepare-parts.ts'
import { processorTimes } from './processor-time.ts'

/** Long enough for telemetry to store what it has received. */
const settlesMs = 3_000
const warmUps = 20
const [count = 100, width = 8, rounds = 5] = process.argv.slice(2).map(Number)

await using telling = await startEmbeddedCloud({ hosts: 10 })
await using silent = await startEmbeddedCloud({
  hosts: 10,
  environment: { OS_OSLO_MESSAGING_NOTIFICATIONS__DRIVER: 'noop' },
})
const clients = [await benchClient(telling), await benchClient(silent)] as const

const boots = async (cloud: typeof telling, client: (typeof clients)[number]) => {
  const parts = await prepareParts(client)
  const spent = async (): Promise<number> => (await processorTimes(cloud)).get(embeddedName) ?? Number.NaN
  const round = async (servers: number): Promise<number> => {
    const before = await spent()
    await runRound(cloud, client, parts, servers, width)
    await pause(settlesMs)
    return ((await spent()) - before) / servers
  }
  await round(warmUps)
  return round
}

const [told, untold] = [await boots(telling, clients[0]), await boots(silent, clients[1])]
const seen: { readonly with: number; readonly without: number }[] = []
const spell = (name: string, one: { readonly with: number; readonly without: number }): void =>
  void process.stdout.write(
    `${name}  ${one.with.toFixed(1)} ms per server with notifications, ${one.without.toFixed(1)} without: ${(one.with / one.without).toFixed(2)} times\n`,
  )
for (let round = 1; round <= rounds; round += 1) {
  const one = { without: await untold(count), with: await told(count) }
  seen.push(one)
  spell(`round ${round}`, one)
}
spell('median', {
  with: median(seen.map((one) => one.with)),
  without: median(seen.map((one) => one.without)),
})
for (const client of clients) client.close()
