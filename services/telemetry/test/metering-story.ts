import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { loadConfig } from '@nimbo/config/load-config'
import type { Handler } from '@nimbo/http/message'
import type { JsonObject } from '@nimbo/kernel/json'
import { loneServiceHost, speakTo } from '@nimbo/testing/lone-service'
import { ceilometerOptions } from '../src/metering-options.ts'
import { gnocchiOptions } from '../src/metric-options.ts'
import { startCeilometerApi } from '../src/roles/metering/ceilometer-api.ts'
import { startCeilometerNotification } from '../src/roles/metering/ceilometer-notification.ts'
import { startGnocchiApi } from '../src/roles/metric/gnocchi-api.ts'

const tokens = {
  admin: { userId: 'admin', projectId: 'admin', roles: ['admin', 'member', 'reader'] },
  'token-of-the-service': { userId: 'ceilometer', projectId: 'service', roles: ['admin', 'service'] },
  ann: { userId: 'ann', projectId: 'web', roles: ['member', 'reader'] },
  bob: { userId: 'bob', projectId: 'shop', roles: ['member', 'reader'] },
}

/** The notification agent, its API, and the metrics service that it publishes to. */
export const startMeteringStory = async () => {
  const gnocchi = loadConfig({ files: [], env: {}, options: gnocchiOptions })
  const metricHost = loneServiceHost({ tokens })
  const metrics = await startGnocchiApi(metricHost, { config: gnocchi })
  const { api: metricApi } = metrics
  assert.ok(metricApi)
  let isDown = false
  const metric: Handler = async (request) => (isDown ? { status: 503, headers: {} } : metricApi(request))
  const host = loneServiceHost({ tokens, others: { metric } })
  const config = loadConfig({ files: [], env: {}, options: ceilometerOptions })
  const api = await startCeilometerApi(host)
  assert.ok(api.api)
  const newAgent = async () => {
    const started = await startCeilometerNotification(host, { config })
    await started.begin()
    return started
  }
  let agent = await newAgent()
  const speak = { metering: speakTo(api.api, '/metering'), metric: speakTo(metricApi, '/metric') }
  const send = (
    service: keyof typeof speak,
    method: string,
    path: string,
    json?: unknown,
    token: keyof typeof tokens = 'ann',
  ) => speak[service](method, path, { token, ...(json === undefined ? {} : { json }) })
  const deliver = (message: JsonObject) =>
    host.bus.notify({ exchange: 'nova', topic: 'notifications.info' }, message)
  return {
    host,
    send,
    /** Whether the metrics service can be reached by the agent. */
    takeDown: (down: boolean) => {
      isDown = down
    },
    must: async (...request: Parameters<typeof send>) => {
      const reply = await send(...request)
      assert.ok(
        reply.status < 300,
        `${request[1]} ${request[2]}: ${reply.status} ${JSON.stringify(reply.body)}`,
      )
      return reply.body
    },
    /** Sends a notification of an event at that time, as a service. */
    tell: async (event_type: string, at: Date, payload: JsonObject): Promise<JsonObject> => {
      const message_id = randomUUID()
      const message = {
        ...{ message_id, event_type, payload, publisher_id: 'compute.h1', priority: 'INFO' },
        ...{ _context_project_id: 'web', _context_user_id: 'ann' },
        ...{ timestamp: at.toISOString().replace('T', ' ').replace('Z', '000'), _unique_id: message_id },
      }
      await deliver(message)
      return message
    },
    /** Delivers a notification again, as after a lost acknowledgement. */
    repeat: deliver,
    killAgent: async () => {
      await host.bus.idle()
      await agent.stop()
    },
    startAgent: async () => {
      agent = await newAgent()
    },
    settled: async () => {
      await host.bus.idle()
      await agent.settled()
    },
    [Symbol.asyncDispose]: async () => {
      await agent.stop()
      await api.stop()
      await metrics.stop()
      await host.close()
      await metricHost.close()
    },
  }
}
