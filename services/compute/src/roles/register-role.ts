import type { Reconciler } from '@nimbo/durable/reconciler'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { serviceVersion } from '../domain/hosts/service-version.ts'
import { cell0Id } from '../db/cells/cell-mappings.ts'
import type { Databases } from '../db/cells/databases.ts'
import { services } from '../db/hosts/services.ts'
import { reportRegularly } from '../tasks/report-regularly.ts'

export interface RegisterRole {
  readonly binary: 'nova-conductor' | 'nova-scheduler'
  /** `[DEFAULT] host` */
  readonly host: string
  readonly databases: Databases
  readonly clock: Clock
  readonly log: Log
  readonly everyMs: number
}

/** Roles without a cell are registered in the oldest cell with hosts, so that they stay there. */
const cellOfRoles = async ({ cells }: Databases): Promise<string> => {
  const [oldest] = (await cells())
    .filter(({ id }) => id !== cell0Id)
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
  return oldest?.id ?? cell0Id
}

/** Registers a role of this process as a service and sends heartbeats. */
export const registerRole = ({ binary, host, databases, clock, log, everyMs }: RegisterRole): Reconciler => {
  const report = async (): Promise<void> => {
    const rows = services(await databases.cell(await cellOfRoles(databases)), clock)
    const { id } = await rows.ensure(host, binary, serviceVersion)
    await rows.report(id)
  }
  return reportRegularly({ name: `report-${binary}`, everyMs, clock, log, report })
}
