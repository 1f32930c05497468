import {
  listUsageAuditLog,
  showUsageAuditLog,
  type UsageAuditLogView,
} from '@nimbo/contracts/compute/usage-audit-log'
import type { ComputeApp } from '../../app/compute-app.ts'
import { wireTimeSpaced } from '../../domain/wire-time.ts'
import { readInstant } from '../../domain/server-list/read-instant.ts'
import { lastAuditPeriod } from '@nimbo/notifications/audit-period'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

/** An instant in the format `2026-01-01 00:00:00`. */
const wireForm = (instant: Date): string => wireTimeSpaced(instant.toISOString())

/** The log of the last period that had ended at an instant. Without `[DEFAULT] instance_usage_audit` no host has run an audit. */
const logAt = async (app: ComputeApp, instant: Date): Promise<UsageAuditLogView> => {
  const period = lastAuditPeriod(app.deps.config.DEFAULT.instance_usage_audit_period, instant)
  const services = await app.services.survey({ binary: 'nova-compute' })
  const hosts = [...new Set(services.map(({ row }) => row.host))].sort()
  const audits = await app.usage.audits(period)
  const inState = (state: string): number => audits.filter((audit) => audit.state === state).length
  const seen = new Set(audits.map(({ host }) => host))
  const missing = hosts.filter((host) => !seen.has(host))
  const done = inState('DONE')
  const errorCount = audits.reduce((sum, audit) => sum + audit.errors, 0)
  return {
    period_beginning: wireForm(period.beginning),
    period_ending: wireForm(period.ending),
    num_hosts: hosts.length,
    num_hosts_done: done,
    num_hosts_running: inState('RUNNING'),
    num_hosts_not_run: missing.length,
    hosts_not_run: missing,
    total_instances: audits.reduce((sum, audit) => sum + audit.task_items, 0),
    total_errors: errorCount,
    overall_status: `${done === hosts.length ? 'ALL' : `${done} of ${hosts.length}`} hosts done. ${errorCount} errors.`,
    log: Object.fromEntries(
      audits.map(({ host, state, task_items, errors, message }) => [
        host,
        { state, instances: task_items, errors, message },
      ]),
    ),
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
