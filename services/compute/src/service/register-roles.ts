import { hostname } from 'node:os'
import type { Reconciler } from '@nimbo/durable/reconciler'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { Kysely } from 'kysely'
import { serviceVersion } from '../conductor/receive-host-report.ts'
import type { CellTables } from '../db/cell-tables.ts'
import { services } from '../db/services.ts'
import { reportRegularly } from '../tasks/report-regularly.ts'

export interface RegisterRoles {
  readonly cell: Kysely<CellTables>
  readonly clock: Clock
  readonly log: Log
  readonly everyMs: number
}

/** Roles of this process that run no servers. */
const roles = ['nova-conductor', 'nova-scheduler'] as const

/** Shows conductor and scheduler of this process among the services, with signs of life. */
export const registerRoles = ({ cell, clock, log, everyMs }: RegisterRoles): Reconciler => {
  const rows = services(cell, clock)
  const report = async (): Promise<void> => {
    for (const binary of roles) {
      const { id } = await rows.ensure(hostname(), binary, serviceVersion)
      await rows.report(id)
    }
  }
  return reportRegularly({ name: 'report-roles', everyMs, clock, log, report })
}
