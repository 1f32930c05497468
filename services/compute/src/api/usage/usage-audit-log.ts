import {
  listUsageAuditLog,
  showUsageAuditLog,
  type UsageAuditLogView,
} from '@nimbo/contracts/compute/usage-audit-log'
import type { ComputeApp } from '../../app/compute-app.ts'
import { readInstant } from '../../domain/server-list/read-instant.ts'
import { lastAuditPeriod } from '@nimbo/notifications/audit-period'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

/** Format `2026-01-01 00:00:00`. */
const wireForm = (instant: Date): string => instant.toISOString().slice(0, 19).replace('T', ' ')

/**
 * The log of the last period that had ended at an instant. Hosts report servers' events as they happen, so no periodic
 * audit has run.
 */
const logAt = async (app: ComputeApp, instant: Date): Promise<UsageAuditLogView> => {
  const period = lastAuditPeriod(app.deps.config.DEFAULT.instance_usage_audit_period, instant)
  const services = await app.services.survey({ binary: 'nova-compute' })
  const hosts = [...new Set(services.map(({ row }) => row.host))].sort()
  return {
    period_beginning: wireForm(period.beginning),
    period_ending: wireForm(period.ending),
    num_hosts: hosts.length,
    num_hosts_done: 0,
    num_hosts_running: 0,
    num_hosts_not_run: hosts.length,
    hosts_not_run: hosts,
    total_instances: 0,
    total_errors: 0,
    overall_status: `${hosts.length === 0 ? 'ALL' : `0 of ${hosts.length}`} hosts done. 0 errors.`,
    log: {},
  }
}

const list = handle(listUsageAuditLog, async ({ app }) => ({
  instance_usage_audit_logs: await logAt(app, new Date(app.deps.clock.now())),
}))

const form = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?$/

const show = handle(showUsageAuditLog, async ({ app, params: { before_timestamp: text } }) => {
  const instant = form.test(text) ? readInstant(text) : undefined
  if (instant === undefined) throw errors.BadRequest({ reason: `Invalid timestamp for date ${text}` })
  return { instance_usage_audit_log: await logAt(app, new Date(instant)) }
})

export const usageAuditLogRoutes = [list, show]
