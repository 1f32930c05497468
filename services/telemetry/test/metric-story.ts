import assert from 'node:assert/strict'
import { loadConfig } from '@nimbo/config/load-config'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { loneServiceHost, speakTo } from '@nimbo/testing/lone-service'
import { gnocchiOptions } from '../src/metric-options.ts'
import { startGnocchiApi } from '../src/roles/metric/gnocchi-api.ts'
import { startGnocchiMetricd } from '../src/roles/metric/gnocchi-metricd.ts'

const tokens = {
  admin: { userId: 'admin', projectId: 'admin', roles: ['admin'] },
  ceilometer: { userId: 'ceilometer', projectId: 'service', roles: ['service'] },
  ann: { userId: 'ann', projectId: 'web', roles: ['member', 'reader'] },
  bob: { userId: 'bob', projectId: 'shop', roles: ['member', 'reader'] },
}

/** The metrics service alone, API and metricd, called through its own handler. */
export const startMetricStory = async (clock: Clock = systemClock) => {
  const host = loneServiceHost({ tokens, clock })
  const config = loadConfig({ files: [], env: {}, options: gnocchiOptions })
  const api = await startGnocchiApi(host, { config })
  const metricd = await startGnocchiMetricd(host, { config })
  await metricd.begin()
  assert.ok(api.api)
  const speak = speakTo(api.api, '/metric')
  const send = (
    method: string,
    path: string,
    json?: unknown,
    token: keyof typeof tokens = 'ann',
    headers: Readonly<Record<string, string>> = {},
  ) => speak(method, path, { token, headers, ...(json === undefined ? {} : { json }) })
  const must = async (...request: Parameters<typeof send>) => {
    const reply = await send(...request)
    assert.ok(
      reply.status < 300,
      `${request[0]} ${request[1]}: ${reply.status} ${JSON.stringify(reply.body)}`,
    )
    return reply.body
  }
  return {
    host,
    speak,
    send,
    must,
    /** Resolves when all measures are aggregated. */
    settled: async () => {
      await host.bus.idle()
      await metricd.settled()
    },
    [Symbol.asyncDispose]: async () => {
      await metricd.stop()
      await api.stop()
      await host.close()
    },
  }
}
