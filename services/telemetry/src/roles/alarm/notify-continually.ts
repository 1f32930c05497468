import { randomUUID } from 'node:crypto'
import type { Subscription } from '@nimbo/bus/bus'
import { reconciler } from '@nimbo/durable/reconciler'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { AodhConfig } from '../../alarming-options.ts'
import { carryOutDue } from '../../tasks/carry-out-due.ts'
import { postWithin } from '../../tasks/post-within.ts'
import { actionsTopic, alarmApp } from './alarm-app.ts'

const everyMs = 1_000

export const notifyContinually = async (host: ServiceHost, config: AodhConfig): Promise<RunningService> => {
  const { clock, log } = host
  const app = await alarmApp(host, config)
  const timeoutMs = config.notifier.rest_notifier_timeout * 1000
  const retries = config.notifier.rest_notifier_max_retries
  const acting = reconciler({
    ...{ name: 'actions of alarms', everyMs, clock, log },
    run: carryOutDue(app, { timeoutMs, retries, post: postWithin(timeoutMs) }),
  })
  let subscription: Subscription | undefined
  return {
    begin: async () => {
      const server = `aodh-notifier-${randomUUID()}`
      subscription = await host.bus.listen({ topic: actionsTopic, server }, async () => {
        acting.wake()
        return undefined
      })
      acting.start()
    },
    settled: () => acting.idle(),
    stop: async () => {
      await subscription?.close()
      await acting.stop()
    },
  }
}
