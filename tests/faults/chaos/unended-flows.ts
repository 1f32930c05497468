import { runOnPostgresql } from '@nimbo/db/run-on-postgresql'
import type { DistributedCloud } from '@nimbo/testkit/distributed-cloud'

/** Databases of a cloud of two cells that have flows. */
const databases = ['nova_api', 'nova_cell0', 'nova_cell1', 'nova_cell2', 'cinder']

const unended = `select name, subject, state, coalesce(lease_owner, 'nobody') as owner, attempt, position
  from flows where wake_at is not null order by created_at limit 1000`

/** The flows that have not ended, described in one line each. */
export const unendedFlows = async ({
  postgresql,
}: Pick<DistributedCloud, 'postgresql'>): Promise<readonly string[]> => {
  const each = await Promise.all(
    databases.map((database) => {
      const url = new URL(postgresql.url)
      url.pathname = `/${database}`
      return runOnPostgresql(url.href, async (run) =>
        (await run(unended)).map((row) => `${database}: ${JSON.stringify(row)}`),
      )
    }),
  )
  return each.flat()
}
