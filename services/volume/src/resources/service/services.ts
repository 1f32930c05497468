import type { Context } from '@nimbo/kernel/context'
import { resolveType } from '../../app/need.ts'
import { poolNameOf } from '../../domain/volume-host.ts'
import { hasCapabilities } from '../../scheduler/filters.ts'
import { listPools as listPoolRows, listServices as listRows, setServiceDisabled } from '../../db/services.ts'
import type { ServiceRow } from '../../db/tables.ts'
import type { Pool } from '../../domain/pool.ts'
import { aliveSince } from '../../domain/service-liveness.ts'
import { errors } from '../../errors.ts'
import type { VolumeApp } from '../../app/app.ts'

export type ListedService = ServiceRow & { readonly up: boolean }

/** The services, with whether each is up. */
export const listServices =
  (app: VolumeApp) =>
  async (filter: Parameters<typeof listRows>[1]): Promise<readonly ListedService[]> => {
    const since = aliveSince(app)
    return (await listRows(app.db, filter)).map((row) => ({ ...row, up: row.reported_at >= since }))
  }

/** Enables or disables a service. */
export const enableService =
  (app: VolumeApp) =>
  async (
    binary: string,
    host: string,
    { disabled, reason }: { readonly disabled: boolean; readonly reason: string | null },
  ): Promise<void> => {
    if (!(await setServiceDisabled(app.db, binary, host, disabled, reason)))
      throw errors.ServiceNotFound({ host, binary })
  }

/** The pools with their provisioned capacity, restricted to the one with this name and to those that suit a volume type. */
export const listPools =
  (app: VolumeApp) =>
  async (
    ctx: Context,
    { name, type }: { readonly name?: string | undefined; readonly type?: string | undefined },
  ): Promise<readonly Pool[]> => {
    const ratio = app.config.DEFAULT.max_over_subscription_ratio
    const pools = await listPoolRows(app.db, aliveSince(app), ratio)
    const specs = type === undefined ? {} : (await resolveType(app, ctx, type)).extraSpecs
    return pools.filter(
      (pool) => (name === undefined || poolNameOf(pool.host) === name) && hasCapabilities(pool, specs),
    )
  }
