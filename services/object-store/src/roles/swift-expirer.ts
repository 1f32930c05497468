import { limitsOfIdentity } from '@nimbo/clients/limits-of-identity'
import { reconciler } from '@nimbo/durable/reconciler'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { hashing } from '@nimbo/trace/thread/hashing'
import { swiftApp } from '../app/app.ts'
import { migrations } from '../db/migrations.ts'
import type { SwiftTables } from '../db/tables.ts'
import { expireByLifecycle } from '../tasks/expire-by-lifecycle.ts'
import { auditObjects } from '../tasks/audit/audit-objects.ts'
import { clearAbandoned } from '../tasks/clear-abandoned.ts'
import { dropPartsInDoubt } from '../tasks/drop-parts-in-doubt.ts'
import { removeExpired } from '../tasks/remove-expired.ts'
import { askPeer } from '../tasks/sync/peer.ts'
import { synchronize } from '../tasks/sync/synchronize.ts'
import { swiftAccount, type SwiftProxyOptions } from './swift-proxy.ts'

/** Starts the background tasks: object expiry, lifecycle rules, removal of abandoned bytes, container sync and the audit. */
export const startSwiftExpirer = async (
  host: ServiceHost,
  { config, drivers }: SwiftProxyOptions,
): Promise<RunningService> => {
  const db = await host.openDatabase<SwiftTables>('swift', migrations)
  const { clock, log } = host
  const unified = limitsOfIdentity(host, swiftAccount)
  const hashes = hashing(host)
  const app = swiftApp(db, {
    ...{ config, policies: await drivers.objects(), unified, clock, log, hashing: hashes },
  })
  const everyMs = config['object-expirer'].interval * 1000
  const clearEveryMs = (config.objects.abandoned_after * 1000) / 3
  const syncEveryMs = config['container-sync'].interval * 1000
  const lifecycleEveryMs = config['object-expirer'].lifecycle_interval * 1000
  const tasks = [
    reconciler({
      ...{ name: 'lifecycles of buckets', everyMs: lifecycleEveryMs, clock, log },
      run: expireByLifecycle(app),
    }),
    reconciler({
      ...{ name: 'container sync', everyMs: syncEveryMs, clock, log },
      run: synchronize(app, askPeer),
    }),
    reconciler({ name: 'expired objects', everyMs, clock, log, run: removeExpired(app) }),
    reconciler({ name: 'abandoned bytes', everyMs: clearEveryMs, clock, log, run: clearAbandoned(app) }),
    reconciler({
      ...{ name: 'parts of deleted objects', everyMs: clearEveryMs, clock, log },
      run: dropPartsInDoubt(app),
    }),
  ]
  const auditEveryMs = config['object-auditor'].interval * 1000
  const audit = reconciler({
    name: 'object audit',
    everyMs: auditEveryMs,
    clock,
    log,
    run: auditObjects(app),
  })
  return {
    begin: async () => {
      for (const task of [...tasks, audit]) task.start()
    },
    // The audit is not waited for: it always has more to read.
    settled: async () => {
      for (const task of tasks) await task.idle()
    },
    stop: async () => {
      await Promise.all([...tasks, audit].map((task) => task.stop()))
      await hashes.close()
    },
  }
}
