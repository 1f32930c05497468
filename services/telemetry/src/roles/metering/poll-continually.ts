import { serviceClient } from '@nimbo/clients/service-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import { computeApi } from '@nimbo/contracts/compute/api'
import { imageApi } from '@nimbo/contracts/image/api'
import { networkApi } from '@nimbo/contracts/network/api'
import { metricApi } from '@nimbo/contracts/telemetry/metric/api'
import { volumeApi } from '@nimbo/contracts/volume/api'
import { reconciler } from '@nimbo/durable/reconciler'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import type { CeilometerConfig } from '../../metering-options.ts'
import { poll } from '../../tasks/poll.ts'
import { publish } from '../../tasks/publish.ts'
import { eventsTopic } from '../events-topic.ts'
import { meteringApp } from './metering-ground.ts'

export const pollContinually = async (
  host: ServiceHost,
  { polling }: CeilometerConfig,
): Promise<RunningService> => {
  const { bus, clock, log, transport } = host
  const app = await meteringApp(host)
  const authenticate = asService(serviceTokens(transport, host.credentials('ceilometer'), clock))
  const clients = {
    compute: serviceClient({ transport, api: computeApi, authenticate, version: '2.96' }),
    volume: serviceClient({ transport, api: volumeApi, authenticate }),
    image: serviceClient({ transport, api: imageApi, authenticate }),
    network: serviceClient({ transport, api: networkApi, authenticate }),
  }
  const metrics = serviceClient({ transport, api: metricApi, authenticate })
  const everyMs = polling.interval * 1000
  const look = poll(app, clients, everyMs)
  const tell = publish(app, { metrics, bus, topic: eventsTopic })
  const polled = reconciler({
    ...{ name: 'polling', everyMs, clock, log },
    run: async (stopping) => {
      await look(stopping)
      await tell(stopping)
    },
  })
  let cancel = () => {}
  return {
    // Not at once: who has just begun has nothing to tell that would not be there a turn later.
    begin: async () => {
      cancel = clock.after(everyMs - (clock.now() % everyMs), polled.start)
    },
    settled: () => polled.idle(),
    stop: async () => {
      cancel()
      await polled.stop()
    },
  }
}
