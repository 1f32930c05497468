import { serviceClient } from '@nimbo/clients/service-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import { computeApi } from '@nimbo/contracts/compute/api'
import { identityApi } from '@nimbo/contracts/identity/api'
import { imageApi } from '@nimbo/contracts/image/api'
import { networkApi } from '@nimbo/contracts/network/api'
import { objectStoreApi } from '@nimbo/contracts/object-store/api'
import { metricApi } from '@nimbo/contracts/telemetry/metric/api'
import { volumeApi } from '@nimbo/contracts/volume/api'
import { reconciler } from '@nimbo/durable/reconciler'
import { withoutRests } from '@nimbo/kernel/background-pace'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { lastLooks } from '../../domain/metering/last-looks.ts'
import type { CeilometerConfig } from '../../metering-options.ts'
import { poll } from '../../tasks/poll.ts'
import { publish } from '../../tasks/publish.ts'
import { eventsTopic } from '../events-topic.ts'
import { atEachInterval } from './at-each-interval.ts'
import { meteringApp } from './metering-app.ts'
import { readPolling } from './read-pipelines.ts'

export const pollContinually = async (
  host: ServiceHost,
  { polling, DEFAULT: names }: CeilometerConfig,
): Promise<RunningService> => {
  const { bus, clock, log, transport, pace = withoutRests } = host
  const app = await meteringApp(host)
  const authenticate = asService(serviceTokens(transport, host.credentials('ceilometer'), clock))
  const clients = {
    compute: serviceClient({ transport, api: computeApi, authenticate, version: '2.96' }),
    volume: serviceClient({ transport, api: volumeApi, authenticate, version: '3.60' }),
    image: serviceClient({ transport, api: imageApi, authenticate }),
    network: serviceClient({ transport, api: networkApi, authenticate }),
    identity: serviceClient({ transport, api: identityApi, authenticate }),
    objects: serviceClient({ transport, api: objectStoreApi, authenticate }),
    accountPrefix: names.reseller_prefix,
  }
  const metrics = serviceClient({ transport, api: metricApi, authenticate })
  const publishAll = publish(app, { metrics, bus, topic: eventsTopic })
  // Sources are polled one after another: all of them publish from the same queue.
  let last: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work, work)
    return last
  }
  const looks = lastLooks()
  const sources = readPolling(host, polling.interval).map((source) => {
    const { name, everyMs } = source
    const look = poll(app, clients, source, (found) => looks.keep(name, found))
    const polled = reconciler({
      ...{ name: `polling ${name}`, everyMs, clock, log },
      run: (stopping) =>
        inTurn(async () => {
          // After half of the interval the work no longer pauses for long, so that it ends well before the next interval.
          const rest = pace(stopping, everyMs / 2)
          await look(rest)
          await publishAll(rest)
        }),
    })
    return { everyMs, polled }
  })
  const cancels: (() => void)[] = []
  return {
    // The first poll waits for the next interval: an earlier one would add no information.
    begin: async () => {
      for (const { everyMs, polled } of sources) cancels.push(atEachInterval(clock, everyMs, polled.start))
    },
    settled: async () => {
      for (const { polled } of sources) await polled.idle()
    },
    guests: looks.readings,
    stop: async () => {
      for (const cancel of cancels) cancel()
      await Promise.all(sources.map(({ polled }) => polled.stop()))
    },
  }
}
