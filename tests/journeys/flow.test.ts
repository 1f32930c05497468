import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bootFlow } from '@nimbo/contracts/compute/boot-flow'
import type { Client } from '@nimbo/testkit/client'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import { commandLine } from '@nimbo/testkit/command-line'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

interface Step {
  readonly line: number
  readonly name: string
  readonly from: string
  readonly to: string
  readonly how: string
  readonly started_at: string
  readonly duration_ms: number
  readonly status: string
}

describe('the flow of a boot with a volume and a network', () => {
  let cloud: TestCloud
  let ada: Client
  let eve: Client
  let id = ''
  before(async () => {
    cloud = await startTestCloud()
    ada = await cloud.person('ada')
    eve = await cloud.person('eve')
    const network = await makeNetwork(ada)
    const [flavorRef, imageRef, volumeId] = [
      await makeFlavor(cloud.admin),
      await makeImage(ada),
      await makeVolume(ada),
    ]
    id = await bootServer(ada, {
      flavorRef,
      imageRef,
      networks: [{ uuid: network.id }],
      block_device_mapping_v2: [
        { boot_index: 0, uuid: imageRef, source_type: 'image', destination_type: 'local' },
        { boot_index: -1, uuid: volumeId, source_type: 'volume', destination_type: 'volume' },
      ],
    })
    await serverInStatus(ada, id, 'ACTIVE')
    await cloud.settled()
  })
  after(() => cloud[Symbol.asyncDispose]())

  const flowFor = async ({ compute }: Client): Promise<readonly Step[]> => {
    const { status, body } = await compute.get(`/servers/${id}/nimbo-flow`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.flow
  }

  it('shows every line of the documented flow, first in that order', async () => {
    const steps = await flowFor(cloud.admin)
    const firsts = [...new Set(steps.map(({ line }) => line))].map((line) =>
      steps.find((step) => step.line === line),
    )
    const inOrder = firsts.toSorted(
      (a, b) => Date.parse(a?.started_at ?? '') - Date.parse(b?.started_at ?? ''),
    )
    assert.deepEqual(
      inOrder.map((step) => [step?.line, step?.from, step?.to, step?.how]),
      bootFlow.map(({ line, from, to, how }) => [line, from, to, how]),
    )
    assert.ok(steps.every(({ status, duration_ms }) => status === 'ok' && duration_ms >= 0))
  })

  it('is kept as spans of the names that are documented', async () => {
    const [recorded] = await cloud.cloud.traces.about(id, 'record-request')
    const spans = await cloud.cloud.traces.trace(recorded?.traceId ?? '')
    const names = new Set(spans.map(({ name }) => name))
    // Lines 1 and 2 belong to the request for the token, which is a trace of its own.
    const missing = bootFlow.filter(({ line, span }) => line > 2 && !names.has(span.name))
    assert.deepEqual(missing, [])
    const ids = new Set(spans.map(({ spanId }) => spanId))
    const roots = spans.filter(({ parentId }) => parentId === undefined || !ids.has(parentId))
    assert.deepEqual(
      roots.map(({ name, service }) => [name, service]),
      [['http-request', 'nova-api']],
      'every span but the first hangs on one of the same trace',
    )
  })

  it('is shown to its owner without the names of hosts', async () => {
    const steps = await flowFor(ada)
    assert.deepEqual(
      [...new Set(steps.map(({ line }) => line))].toSorted((a, b) => a - b),
      bootFlow.map(({ line }) => line),
    )
    const text = JSON.stringify(steps)
    for (const { host } of cloud.drivers.hypervisors) assert.doesNotMatch(text, new RegExp(host))
    assert.match(JSON.stringify(await flowFor(cloud.admin)), /fake-1/)
  })

  it('is not there for another project', async () => {
    assert.equal((await eve.compute.get(`/servers/${id}/nimbo-flow`)).status, 404)
  })

  it('is drawn by the command line as a Mermaid sequence diagram', async () => {
    const nimbo = commandLine(await clientEnvironment(cloud))
    const { code, stdout, stderr } = await nimbo.run('flow', id, '-f', 'mermaid')
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^sequenceDiagram\n/)
    assert.match(stdout, /participant p\d+ as nova-conductor/)
    for (const { line, span } of bootFlow) assert.match(stdout, new RegExp(`: ${line} .*${span.name}`))
  })
})
