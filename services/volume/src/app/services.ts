import { listPools as listPoolRows, listServices as listRows, setServiceDisabled } from '../db/services.ts'
import type { ServiceRow } from '../db/tables.ts'
import type { Pool } from '../domain/pool.ts'
import { aliveSince } from '../domain/service-liveness.ts'
import { errors } from '../errors.ts'
import type { VolumeApp } from './app.ts'

export type ListedService = ServiceRow & { readonly up: boolean }

/** The service's own parts, and whether they have given a sign of life lately. */
export const listServices =
  (app: VolumeApp) =>
  async (filter: Parameters<typeof listRows>[1]): Promise<readonly ListedService[]> => {
    const since = aliveSince(app)
    return (await listRows(app.db, filter)).map((row) => ({ ...row, up: row.reported_at >= since }))
  }

/** Takes a part out of service or puts it back. */
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

/** Every back end, with what has been promised from it. */
export const listPools = (app: VolumeApp) => (): Promise<readonly Pool[]> =>
  listPoolRows(app.db, aliveSince(app), app.config.DEFAULT.max_over_subscription_ratio)
