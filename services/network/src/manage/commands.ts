import { writingNotifier } from '@nimbo/notifications/writing-notifier'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { auditUsage } from './audit-usage.ts'
import { hostOf, neutronOptions } from '../config.ts'
import { migrations } from '../migrations.ts'
import type { NetworkTables } from '../tables.ts'

const usageAudit: ServiceCommand = {
  name: 'network usage_audit',
  summary: 'Sends a notification about each network, subnet, port, router and floating IP.',
  details:
    'Their event types are network.exists, subnet.exists and so on; the running services deliver them.',
  options: {},
  run: async (_, managed, say) => {
    const { clock, openDatabase } = managed.databases()
    const config = managed.read(neutronOptions)
    const notifier = writingNotifier({ clock, config, host: hostOf(config) })
    const told = notifier.on
      ? await auditUsage(await openDatabase<NetworkTables>('neutron', migrations), notifier)
      : 0
    say(
      notifier.on
        ? `${told} resources are told of.\n`
        : 'Nobody is told: no driver of notifications is set.\n',
    )
    return 0
  },
}

/** The operator commands of the network service. */
export const commands: readonly ServiceCommand[] = [usageAudit]
