import { setTimeout as pause } from 'node:timers/promises'
import { runOnPostgresql } from '@nimbo/db/run-on-postgresql'
import type { DistributedCloud } from '@nimbo/testkit/distributed-cloud'

const lookEveryMs = 100

const claimedTwice = `select a.consumer_id as server, string_agg(distinct p.name, ', ') as hosts
  from allocations a join resource_providers p on p.id = a.provider_id
  group by a.consumer_id having count(distinct a.provider_id) > 1`

interface DoubleClaim {
  readonly server: string
  readonly hosts: string
}

/** Polls placement's database until stopped; returns each server with allocations on several hosts at once, and the number of polls. */
export const watchForDoubleClaims = (
  { postgresql }: Pick<DistributedCloud, 'postgresql'>,
  stopped: AbortSignal,
): Promise<{ readonly claims: readonly string[]; readonly looks: number }> => {
  const placement = new URL(postgresql.url)
  placement.pathname = '/placement'
  return runOnPostgresql(placement.href, async (run) => {
    const found = new Set<string>()
    let looks = 0
    for (; !stopped.aborted; looks += 1) {
      for (const row of await run(claimedTwice)) {
        const { server, hosts } = row as DoubleClaim
        found.add(`${server} is claimed on ${hosts}`)
      }
      await pause(lookEveryMs, undefined, { signal: stopped }).catch(() => undefined)
    }
    return { claims: [...found], looks }
  })
}
