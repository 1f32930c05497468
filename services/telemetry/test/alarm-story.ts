import assert from 'node:assert/strict'
import { loadConfig } from '@nimbo/config/load-config'
import type { Handler } from '@nimbo/http/message'
import { loneServiceHost, speakTo } from '@nimbo/testing/lone-service'
import { aodhOptions } from '../src/alarming-options.ts'
import { gnocchiOptions } from '../src/metric-options.ts'
import { startAodhApi } from '../src/roles/alarm/aodh-api.ts'
import { startAodhEvaluator } from '../src/roles/alarm/aodh-evaluator.ts'
import { startAodhListener } from '../src/roles/alarm/aodh-listener.ts'
import { startAodhNotifier } from '../src/roles/alarm/aodh-notifier.ts'
import { startGnocchiApi } from '../src/roles/metric/gnocchi-api.ts'

const tokens = {
  admin: { userId: 'admin', projectId: 'admin', roles: ['admin', 'member', 'reader'] },
  'token-of-the-service': { userId: 'aodh', projectId: 'service', roles: ['admin', 'service'] },
  ann: { userId: 'ann', projectId: 'web', roles: ['member', 'reader'] },
  bob: { userId: 'bob', projectId: 'shop', roles: ['member', 'reader'] },
}

/** A trust that ann has given to the alarm service. */
export const trustOfAnn = {
  ...{ id: 'f00', trustor_user_id: 'ann', trustee_user_id: 'aodh', project_id: 'web', impersonation: true },
  ...{ expires_at: null, deleted_at: null, remaining_uses: null, redelegation_count: 0 },
}

const settings = {
  ...{ OS_EVALUATOR__EVALUATION_INTERVAL: '1', OS_DEFAULT__REST_NOTIFIER_MAX_RETRIES: '1' },
  OS_NOTIFIER__REST_NOTIFIER_TIMEOUT: '2',
}

/** The alarm service with two evaluators that share the work, and the metrics service that they query. */
export const startAlarmStory = async (more: Readonly<Record<string, string>> = {}) => {
  const metricHost = loneServiceHost({ tokens })
  const gnocchi = loadConfig({ files: [], env: {}, options: gnocchiOptions })
  const metrics = await startGnocchiApi(metricHost, { config: gnocchi })
  const { api: metricApi } = metrics
  assert.ok(metricApi)
  const meanwhile = new Map<string, () => Promise<unknown>>()
  const metric: Handler = async (request) => {
    const work = meanwhile.get(request.path)
    meanwhile.delete(request.path)
    await work?.()
    return metricApi(request)
  }
  const identityLists = { [`/v3/OS-TRUST/trusts/${trustOfAnn.id}`]: { trust: trustOfAnn } }
  const host = loneServiceHost({ tokens, identityLists, others: { metric } })
  const config = loadConfig({ files: [], env: { ...settings, ...more }, options: aodhOptions })
  const api = await startAodhApi(host, { config })
  const workers = [
    await startAodhEvaluator(host, { config }),
    await startAodhEvaluator(host, { config }),
    await startAodhNotifier(host, { config }),
    await startAodhListener(host, { config }),
  ]
  for (const worker of workers) await worker.begin()
  assert.ok(api.api)
  const speak = { alarming: speakTo(api.api, '/alarming'), metric: speakTo(metricApi, '/metric') }
  const send = (
    service: keyof typeof speak,
    method: string,
    path: string,
    json?: unknown,
    token: keyof typeof tokens = 'ann',
  ) => speak[service](method, path, { token, ...(json === undefined ? {} : { json }) })
  return {
    host,
    send,
    /** Does something while the alarm service asks the metrics service for a path. */
    meanwhile: (path: string, work: () => Promise<unknown>) => void meanwhile.set(path, work),
    must: async (...request: Parameters<typeof send>) => {
      const reply = await send(...request)
      assert.ok(
        reply.status < 300,
        `${request[1]} ${request[2]}: ${reply.status} ${JSON.stringify(reply.body)}`,
      )
      return reply.body
    },
    [Symbol.asyncDispose]: async () => {
      for (const worker of workers) await worker.stop()
      await api.stop()
      await metrics.stop()
      await host.close()
      await metricHost.close()
    },
  }
}
