import { setTimeout as pause } from 'node:timers/promises'
import type { BenchClient } from './bench-client.ts'
import type { BenchCloud } from './bench-cloud.ts'
import { type Parts, spread } from './prepare-parts.ts'
import { processorTimes } from './processor-time.ts'

const lookEveryMs = 200
const giveUpAfterMs = 120_000
/** The API lists no more at once. */
export const mostListed = 1000

interface Seen {
  readonly id: string
  readonly status: string
}

/** The newest servers, which are those of the round; standing servers are older. */
const list = async ({ call }: BenchClient, limit: number): Promise<readonly Seen[]> =>
  (await call<{ servers: readonly Seen[] }>('compute', 'GET', `/v2.1/servers/detail?limit=${limit}`)).servers

/** Polls the newest servers until they are as wanted. */
const until = async (
  client: BenchClient,
  limit: number,
  wanted: (seen: readonly Seen[]) => boolean,
): Promise<void> => {
  let changed = performance.now()
  let before = ''
  for (;;) {
    const looked = performance.now()
    const seen = await list(client, limit)
    if (wanted(seen)) return
    const now = seen.map(({ id, status }) => `${id} ${status}`).join()
    if (now !== before) changed = looked
    before = now
    if (looked - changed > giveUpAfterMs) throw new Error(`no server has changed for ${giveUpAfterMs} ms`)
    await pause(Math.max(0, lookEveryMs - (performance.now() - looked)))
  }
}

/** The sum over all processes of a cloud. */
export const sumOf = (times: ReadonlyMap<string, number>): number =>
  [...times.values()].reduce((sum, ms) => sum + ms, 0)

/** The results of a round of boots. */
export interface Round {
  readonly perSecond: number
  readonly errors: number
  /** Milliseconds of processor time per server, by process of the cloud. */
  readonly cpuMs: ReadonlyMap<string, number>
  readonly deletedPerSecond: number
}

/** Boots servers, and waits until none of them is in BUILD. */
export const bootAll = async (client: BenchClient, parts: Parts, count: number, width: number) => {
  const ids: string[] = []
  let posted = false
  const statuses = new Map<string, string>()
  const watching = until(client, Math.min(count, mostListed), (seen) => {
    for (const { id, status } of seen) if (status !== 'BUILD') statuses.set(id, status)
    return posted && ids.every((id) => statuses.has(id))
  })
  await spread(count, width, async (index) => {
    const server = { name: `bench-${index}`, ...parts }
    ids.push(
      (await client.call<{ server: { id: string } }>('compute', 'POST', '/v2.1/servers', { server })).server
        .id,
    )
  })
  posted = true
  await watching
  return { ids, errors: ids.filter((id) => statuses.get(id) !== 'ACTIVE').length }
}

/** Boots servers and deletes them. */
export const runRound = async (
  cloud: BenchCloud,
  client: BenchClient,
  parts: Parts,
  count: number,
  width: number,
) => {
  const cpuBefore = await processorTimes(cloud)
  const began = performance.now()
  const { ids, errors } = await bootAll(client, parts, count, width)
  const tookS = (performance.now() - began) / 1000
  const cpu = await processorTimes(cloud)
  const beganDeleting = performance.now()
  await spread(
    count,
    width,
    async (index) => void (await client.call('compute', 'DELETE', `/v2.1/servers/${ids[index]}`)),
  )
  await until(client, Math.min(count, mostListed), (seen) => {
    const left = new Set(seen.map(({ id }) => id))
    return !ids.some((id) => left.has(id))
  })
  return {
    perSecond: count / tookS,
    errors,
    cpuMs: new Map([...cpu].map(([name, ms]) => [name, (ms - (cpuBefore.get(name) ?? 0)) / count])),
    deletedPerSecond: (count * 1000) / (performance.now() - beganDeleting),
  } satisfies Round
}
