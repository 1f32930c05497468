import { log, type NetworkLog } from '@nimbo/contracts/network/log'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Inside, Owned } from '../../app/deps.ts'
import { created } from '../../app/life.ts'
import { standardValues } from '../../app/standard-values.ts'
import { checkQuota } from '../../quotas/check-quota.ts'
import { checkLog } from './check-log.ts'
import { logs } from './logs.ts'

const createOne = async (inside: Inside, values: Owned<typeof log>): Promise<NetworkLog> => {
  await checkQuota(inside, log, values.project_id)
  await checkLog(inside, values)
  const row = { ...values, ...standardValues(inside.deps.clock) }
  await logs.insert(inside.db, row)
  await created(inside, log, values, row)
  return row
}

export const createLogs =
  (deps: Deps) =>
  (ctx: Context, items: readonly Owned<typeof log>[]): Promise<NetworkLog[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: NetworkLog[] = []
      for (const values of items) all.push(await createOne(inside, values))
      return all
    })
