import { type Router, router } from '@nimbo/contracts/network/router'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Inside, Owned } from '../../app/deps.ts'
import { created } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { standardValues } from '../../app/standard-values.ts'
import { checkQuota } from '../../quotas/check-quota.ts'
import { checkZones } from '../agent/zones.ts'
import { setGateway } from './change-gateways.ts'
import { followCentre } from './distribution/central-ports.ts'
import { checkDistribution } from './distribution/change-distribution.ts'
import { routers } from './routers.ts'
import { runTogether } from './schedule-router.ts'

const createOne = async (inside: Inside, values: Owned<typeof router>): Promise<Router> => {
  const { deps, db } = inside
  await checkQuota(inside, router, values.project_id)
  const { external_gateway_info: gateway, ha = deps.config.DEFAULT.l3_ha, ...columns } = values
  const { distributed = deps.config.DEFAULT.router_distributed } = values
  checkDistribution({ distributed, ha })
  const usual = { status: 'ACTIVE', routes: [] } as const
  const row = { ...columns, ha, distributed, ...standardValues(deps.clock), ...usual }
  await routers.insert(db, row)
  if (ha) await runTogether(inside, row)
  if (gateway) await setGateway(inside, row, gateway)
  await followCentre(inside, row)
  const made = await refreshed(routers, db, row.id)
  await created(inside, router, values, made)
  return made
}

export const createRouters =
  (deps: Deps) =>
  async (ctx: Context, items: readonly Owned<typeof router>[]): Promise<Router[]> => {
    for (const { availability_zone_hints } of items) await checkZones(deps.db, availability_zone_hints)
    return deps.transaction(ctx, async (inside) => {
      const all: Router[] = []
      for (const values of items) all.push(await createOne(inside, values))
      return all
    })
  }
