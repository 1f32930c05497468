import assert from 'node:assert/strict'
import type { Client } from '@nimbo/testkit/client'
import type { DistributedCloud } from '@nimbo/testkit/distributed-cloud'
import { watchForDoubleClaims } from './double-claims.ts'
import type { Met } from './patient-client.ts'
import { type Kills, killAtRandom } from './random-kills.ts'

/** A cloud whose processes are killed at random, and its admin. */
export interface Chaos {
  readonly cloud: DistributedCloud
  readonly admin: Client
  /** From 0 up to 1. */
  readonly random: () => number
  readonly killEveryMs: number
  /** Between two requests for a server. */
  readonly paceMs: number
  readonly say: (line: string) => void
}

/** The longest time for the last flow to end after kills: leases and unanswered calls must time out first, some several times. */
export const settledWithinMs = 300_000

/** Runs `work` while processes are killed, and fails if two hosts ever hold a claim for one server; then waits until all processes are ready. */
export const underKills = async <Result>(
  { cloud, random, killEveryMs, say }: Chaos,
  name: string,
  work: (met: Met) => Promise<Result>,
): Promise<Result> => {
  const stop = new AbortController()
  const met: Met = { refused: 0, unanswered: 0 }
  const began = performance.now()
  const since = (): string => `${((performance.now() - began) / 1000).toFixed(0)} s`
  const told = (victim: string): void => say(`  ${since()}: killed ${victim}`)
  const [result, kills, { claims, looks }] = await Promise.all([
    work(met).finally(() => stop.abort()),
    killAtRandom(cloud, { told, random, everyMs: killEveryMs, stopped: stop.signal }),
    watchForDoubleClaims(cloud, stop.signal),
  ])
  say(`${name}: ${since()}; ${met.refused} requests answered 503, ${met.unanswered} without an answer`)
  say(`${name}: ${killsShown(kills)}`)
  assert.deepEqual(claims, [], 'a server is claimed by one host at a time')
  say(`${name}: no server was claimed by two hosts in ${looks} looks`)
  await cloud.ready()
  return result
}

const killsShown = (kills: Kills): string => {
  const sum = [...kills.values()].reduce((all, one) => all + one, 0)
  const each = [...kills].map(([role, count]) => `${role} ${count}`).sort()
  return `${sum} processes killed: ${each.join(', ')}`
}
