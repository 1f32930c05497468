import { allOrNone } from '@nimbo/db/all-or-none'
import type { Clock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import { type AuditPeriod, type AuditUnit, lastAuditPeriod } from '@nimbo/notifications/audit-period'
import type { Kysely } from 'kysely'
import { unlessDown } from '../../db/cells/ask-cell.ts'
import type { Databases } from '../../db/cells/databases.ts'
import { services } from '../../db/hosts/services.ts'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import type { ServerNotices } from '../../db/servers/server-notices.ts'
import { activeOnHost } from '../../db/usage/active-on-host.ts'
import { taskLog } from '../../db/usage/task-log.ts'
import { askEachCell } from '../every-cell.ts'

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
  readonly log: Log
  readonly notices: ServerNotices
  readonly config: { readonly DEFAULT: { readonly instance_usage_audit_period: AuditUnit } }
}

/** How many servers are read at once. */
const pageSize = 100

/** Writes the exists notifications of a host's servers into the outbox; returns the number of servers. */
const notifyOfServers = async (
  { notices }: Deps,
  trx: Kysely<CellTables>,
  host: string,
  period: AuditPeriod,
): Promise<number> => {
  let count = 0
  let after = ''
  for (;;) {
    const ids = await activeOnHost(trx, { host, period, limit: pageSize, after })
    for (const id of ids) await notices.existed(trx, internalContext(), id, period)
    count += ids.length
    const last = ids.at(-1)
    if (last === undefined || ids.length < pageSize) return count
    after = last
  }
}

/**
 * Audits one host; returns the number of its servers, undefined if the period is audited already. The row of the task log and all
 * notifications are written in one transaction: after a crash either all or none of them exist, and of several conductors one
 * inserts the row and the others skip the host.
 */
const auditHost = (
  deps: Deps,
  cell: Kysely<CellTables>,
  host: string,
  period: AuditPeriod,
): Promise<number | undefined> => {
  const { clock } = deps
  return allOrNone(cell, async (trx) => {
    const startedAt = clock.now()
    const audits = taskLog(trx)
    if (!(await audits.begin(host, period))) return undefined
    const count = await notifyOfServers(deps, trx, host, period)
    const seconds = (clock.now() - startedAt) / 1000
    await audits.finish(host, period, {
      message: `Instance usage audit ran for host ${host}, ${count} instances in ${seconds} seconds.`,
      task_items: count,
    })
    return count
  })
}

/** The hosts of a cell that have no audit of the period yet. */
const unauditedHosts = async (
  { clock }: Deps,
  cell: Kysely<CellTables>,
  period: AuditPeriod,
): Promise<readonly string[]> => {
  const audited = new Set((await taskLog(cell).ofPeriod(period)).map(({ host }) => host))
  const hosts = await services(cell, clock).list({ binary: 'nova-compute' })
  return hosts.map(({ host }) => host).filter((host) => !audited.has(host))
}

/**
 * Sends an exists notification of every server that was active on a host during the last whole audit period, once per host and
 * period. Cells that are down are audited by a later run.
 */
export const auditServers =
  (deps: Deps) =>
  async (stopping?: AbortSignal): Promise<void> => {
    const { databases, clock, config, log } = deps
    const period = lastAuditPeriod(config.DEFAULT.instance_usage_audit_period, new Date(clock.now()))
    for (const { cellId, answer: hosts = [] } of await askEachCell(deps, (cell) =>
      unauditedHosts(deps, cell, period),
    ))
      for (const host of hosts) {
        if (stopping?.aborted) return
        const audited = databases.ask(cellId, (cell) => auditHost(deps, cell, host, period))
        const servers = await unlessDown(audited)
        if (servers !== undefined) log.info({ host, servers, period }, 'the usage of a host was audited')
      }
  }
