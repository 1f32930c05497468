import { capacityNotifications } from '@nimbo/contracts/volume/notifications/capacity'
import { allOrNone } from '@nimbo/db/all-or-none'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import type { CinderConfig } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Notices } from '../db/notices.ts'
import { type BackendFacts, findBackend, listPools, reportService } from '../db/services.ts'
import { roomOf } from '../domain/pool.ts'
import { poolNameOf } from '../domain/volume-host.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly config: CinderConfig
  readonly notices: Notices
}

interface Report {
  /** `host@backend` */
  readonly host: string
  readonly zone: string
  readonly backend: BackendFacts
}

const tellCapacity = async ({ config, notices }: Deps, trx: Db, host: string, now: string): Promise<void> => {
  const pools = await listPools(trx, now, config.DEFAULT.max_over_subscription_ratio)
  const pool = pools.find((one) => one.host === host)
  if (!pool) return
  const has = {
    total: pool.totalGb,
    free: pool.freeGb,
    ...{ allocated: pool.provisionedGb, provisioned: pool.provisionedGb, virtual_free: roomOf(pool) },
    reported_at: now,
  }
  // Each back end has one pool, so both have the same capacity.
  for (const [of, name_to_id] of [
    ['pool', poolNameOf(host)],
    ['backend', host],
  ] as const)
    await notices.tell(trx, internalContext(), capacityNotifications[of], {
      ...{ resource: host, host },
      payload: () => ({ name_to_id, ...has }),
    })
}

/** Records a heartbeat of a back end, and emits capacity notifications if its report changed. */
export const reportBackend = async (deps: Deps, { host, zone, backend }: Report): Promise<void> => {
  const now = timestamp(deps.clock)
  const report = { binary: 'cinder-volume', host, zone, backend }
  const before = deps.notices.on ? await findBackend(deps.db, host) : undefined
  if (!deps.notices.on || before === JSON.stringify(backend)) return reportService(deps.db, report, now)
  await allOrNone(deps.db, async (trx) => {
    await reportService(trx, report, now)
    await tellCapacity(deps, trx, host, now)
  })
}
