import { randomUUID } from 'node:crypto'
import type { Subscription } from '@nimbo/bus/bus'
import { reconciler } from '@nimbo/durable/reconciler'
import type { ClientTls } from '@nimbo/http/tls'
import { readClientTls } from '@nimbo/service/read-tls'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { AodhConfig } from '../../alarming-options.ts'
import { carryOutDue } from '../../tasks/carry-out-due.ts'
import { postWithin } from '../../tasks/post-within.ts'
import { actionsTopic, alarmApp } from './alarm-app.ts'

const everyMs = 1_000

const tlsOf = ({ DEFAULT: options }: AodhConfig): ClientTls =>
  // Aodh's own sample has these options without a value, which means unset.
  readClientTls(
    'aodh.conf: [DEFAULT] rest_notifier_ca_bundle_certificate_path or rest_notifier_certificate_file',
    {
      cafile: options.rest_notifier_ca_bundle_certificate_path || undefined,
      certfile: options.rest_notifier_certificate_file || undefined,
      keyfile: options.rest_notifier_certificate_key || undefined,
      insecure: !options.rest_notifier_ssl_verify,
    },
  )

export const notifyContinually = async (host: ServiceHost, config: AodhConfig): Promise<RunningService> => {
  const { clock, log } = host
  const app = await alarmApp(host, config)
  const timeoutMs = config.notifier.rest_notifier_timeout * 1000
  const retries = config.DEFAULT.rest_notifier_max_retries
  const acting = reconciler({
    ...{ name: 'actions of alarms', everyMs, clock, log },
    run: carryOutDue(app, { timeoutMs, retries, post: postWithin(timeoutMs, tlsOf(config)) }),
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
