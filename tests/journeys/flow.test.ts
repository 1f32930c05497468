import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { bootFlow } from '@nimbo/contracts/compute/boot-flow'
import type { Client } from '@nimbo/testkit/client'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import { commandLine } from '@nimbo/testkit/command-line'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'

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

inEachShape('the flow of a boot with a volume and a network', {}, (cloud) => {
  let ada: Client
  let eve: Client
  let id = ''
  before(async () => {
    ada = await cloud().person('ada')
    eve = await cloud().person('eve')
    const network = await makeNetwork(ada)
    const [flavorRef, imageRef, volumeId] = [
      await makeFlavor(cloud().admin),
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
  })

  const flowFor = async ({ compute }: Client): Promise<readonly Step[]> => {
    const { status, body } = await compute.get(`/servers/${id}/nimbo-flow`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.flow
  }

  it('has every line of the documented flow, which first occur in that order', () =>
    cloud().inTheEnd(async () => {
      const steps = await flowFor(cloud().admin)
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
    }))

  it('is recorded in one trace, as spans with the documented names', () =>
    cloud().inTheEnd(async () => {
      const [recorded] = await cloud().spans.about(id, 'record-request')
      const spans = await cloud().spans.trace(recorded?.traceId ?? '')
      const names = new Set(spans.map(({ name }) => name))
      // Lines 1 and 2 belong to the request for the token, which is a trace of its own.
      const missing = bootFlow.filter(({ line, span }) => line > 2 && !names.has(span.name))
      assert.deepEqual(missing, [])
      const ids = new Set(spans.map(({ spanId }) => spanId))
      const roots = spans.filter(({ parentId }) => parentId === undefined || !ids.has(parentId))
      assert.deepEqual(
        roots.map(({ name, service }) => [name, service]),
        [['http-request', 'nova-api']],
        'every span but the first has a parent in the same trace',
      )
    }))

  it('is shown to its owner without the names of hosts', () =>
    cloud().inTheEnd(async () => {
      const steps = await flowFor(ada)
      assert.deepEqual(
        [...new Set(steps.map(({ line }) => line))].toSorted((a, b) => a - b),
        bootFlow.map(({ line }) => line),
      )
      const text = JSON.stringify(steps)
      const { names } = cloud().hosts
      for (const host of names) assert.doesNotMatch(text, new RegExp(host))
      assert.match(JSON.stringify(await flowFor(cloud().admin)), new RegExp(names.join('|')))
    }))

  it('gives 404 to a user of another project', async () => {
    assert.equal((await eve.compute.get(`/servers/${id}/nimbo-flow`)).status, 404)
  })

  it('is drawn by the command line as a Mermaid sequence diagram', async () => {
    const nimbo = commandLine(await clientEnvironment(cloud()))
    const { code, stdout, stderr } = await nimbo.run('flow', id, '-f', 'mermaid')
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^sequenceDiagram\n/)
    assert.match(stdout, /participant p\d+ as nova-conductor/)
    for (const { line, span } of bootFlow) assert.match(stdout, new RegExp(`: ${line} .*${span.name}`))
  })
})
