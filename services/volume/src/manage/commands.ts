import { lastAuditPeriod } from '@nimbo/notifications/audit-period'
import { writingNotifier } from '@nimbo/notifications/writing-notifier'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { auditUsage } from './audit-usage.ts'
import { cinderOptions, hostOf } from '../config.ts'
import type { VolumeTables } from '../db/tables.ts'
import { migrations } from '../migrations.ts'

const usageAudit: ServiceCommand = {
  name: 'volume usage_audit',
  summary: 'Tells of every volume, snapshot and backup of the last period that is over.',
  details:
    'As volume.exists and so on, to whom notifications go; what is running sends them. Run it when a period (volume_usage_audit_period) has ended; run again, it tells by the same ids.',
  options: {},
  run: async (_, managed, say) => {
    const { clock, openDatabase } = managed.databases()
    const config = managed.read(cinderOptions)
    const notifier = writingNotifier({ clock, config, host: hostOf(config) })
    const period = lastAuditPeriod(config.DEFAULT.volume_usage_audit_period, new Date(clock.now()))
    const told = notifier.on
      ? await auditUsage(await openDatabase<VolumeTables>('cinder', migrations), notifier, period)
      : 0
    say(
      notifier.on
        ? `${told} resources are told of.\n`
        : 'Nobody is told: no driver of notifications is set.\n',
    )
    return 0
  },
}

/** The operator commands of the volume service. */
export const commands: readonly ServiceCommand[] = [usageAudit]
