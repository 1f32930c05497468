import { lastAuditPeriod } from '@nimbo/notifications/audit-period'
import { writingNotifier } from '@nimbo/notifications/writing-notifier'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { auditUsage } from './audit-usage.ts'
import { cinderOptions, hostOf } from '../config.ts'
import type { VolumeTables } from '../db/tables.ts'
import { migrations } from '../migrations.ts'

const usageAudit: ServiceCommand = {
  name: 'volume usage_audit',
  summary: 'Sends usage notifications about volumes for the last complete period.',
  details:
    'The notifications (volume.exists and so on) are sent by the running services. Run the command after each period (volume_usage_audit_period); if it is run again, the notifications have the same ids.',
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
