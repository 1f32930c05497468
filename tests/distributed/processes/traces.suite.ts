import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { bootFlow } from '@nimbo/contracts/compute/boot-flow'
import { eventually } from '@nimbo/testing/eventually'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { serverInStatus } from '@nimbo/testkit/servers'
import { signInByCatalog } from '@nimbo/testkit/sign-in-by-catalog'
import type { ProcessCloud } from './process-cloud.ts'

const everyProcess = [
  'glance-api',
  'keystone',
  'neutron-server',
  'nova-api',
  'nova-compute',
  'nova-conductor',
  'nova-scheduler',
  'placement-api',
]

/** Lines 1 and 2 belong to the token request, which has its own trace; and this server has no volume. */
const isOfThisBoot = ({ line, to }: { readonly line: number; readonly to: string }): boolean =>
  line > 2 && !to.startsWith('cinder')

export const describeTraces = (shared: () => ProcessCloud): void => {
  describe('the spans of one boot request', () => {
    it('reach an OpenTelemetry collector from every process, as one connected trace', async () => {
      const { admin, cloud, collector, flavorRef, imageRef } = shared()
      const network = await makeNetwork(admin)
      // A token that no process has seen: nova-api asks keystone about it, as part of the same trace.
      const person = await signInByCatalog(cloud.identityUrl, {
        ...{ username: 'admin', password: cloud.adminPassword, project: 'admin' },
      })
      const [traceId, caller] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
      const server = { name: 'traced', flavorRef, imageRef, networks: [{ uuid: network.id }] }
      const accepted = await person.compute.post(
        '/servers',
        { server },
        { traceparent: `00-${traceId}-${caller}-01` },
      )
      assert.equal(accepted.status, 202, JSON.stringify(accepted.body))
      await serverInStatus(person, accepted.body.server.id, 'ACTIVE', { withinMs: 60_000 })
      await eventually(() => {
        const spans = collector.spansOf(traceId)
        const services = new Set(spans.map(({ service }) => service))
        assert.deepEqual(
          everyProcess.filter((name) => !services.has(name)),
          [],
        )
        const names = new Set(spans.map(({ name }) => name))
        const missing = bootFlow.filter(({ span, ...at }) => isOfThisBoot(at) && !names.has(span.name))
        assert.deepEqual(missing, [])
        const ids = new Set([caller, ...spans.map(({ spanId }) => spanId)])
        const loose = spans.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''))
        assert.deepEqual(loose, [], 'the parent of every span belongs to the trace')
      })
    })
  })
}
