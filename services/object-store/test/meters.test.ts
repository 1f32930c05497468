import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as s3 from '@aws-sdk/client-s3'
import { eventually } from '@nimbo/testing/eventually'
import { receiveAll } from '@nimbo/testkit/received-notifications'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { swiftAccount } from './account.ts'
import { newKey, s3Client } from './s3-account.ts'

it('requests send notifications with their incoming and outgoing bytes, which are metered', async () => {
  await using cloud = await startTestCloud({
    environment: {
      'OS_FILTER:CEILOMETER__DRIVER': 'messagingv2',
      'OS_FILTER:CEILOMETER__METADATA_HEADERS': 'X-Purpose',
    },
  })
  await using heard = await receiveAll(cloud.cloud.bus)
  const ann = await cloud.person('ann')
  const account = swiftAccount(cloud, ann)
  const large = 'x'.repeat(200_000)
  await account.ask('PUT', '/box')
  await account.ask('PUT', '/box/a%20b', { body: large, headers: { 'x-purpose': 'test' } })
  assert.equal((await account.ask('GET', '/box/a%20b', { headers: { range: 'bytes=0-99999' } })).status, 206)
  assert.equal((await account.ask('GET', '/box/none')).status, 404)
  const client = s3Client(cloud, await newKey(ann))
  try {
    await client.send(new s3.PutObjectCommand({ Bucket: 'box', Key: 'c', Body: 'twelve bytes' }))
  } finally {
    client.destroy()
  }
  const toldOf = () =>
    heard.messages
      .filter(({ event_type }) => event_type === 'objectstore.http.request')
      .map(({ payload }) => payload)
  const told = await eventually(async () => {
    const all = toldOf()
    assert.equal(all.length, 5, JSON.stringify(all))
    return all
  })
  const text = JSON.stringify(told)
  for (const part of [
    `"id":"${ann.projectId}"`,
    `"path":"v1/AUTH_${ann.projectId}/box/a%20b"`,
    '"object":"a b"',
    '"http_header_x_purpose":"test"',
    '"result":200000',
    '"result":100000',
    '"result":12,',
  ])
    assert.ok(text.includes(part), `${part} in ${text}`)
  await heard.assertDeclared()

  const measured = async (meter: string) => {
    const { status, body } = await ann.metering.get(`/v2/meters/${meter}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  await eventually(async () => {
    const incoming = await measured('storage.objects.incoming.bytes')
    const volumes = incoming.map((one: { counter_volume: number }) => one.counter_volume)
    assert.deepEqual([...volumes].sort(), [12, 200_000])
    const outgoing = await measured('storage.objects.outgoing.bytes')
    assert.deepEqual(
      outgoing.map((one: Record<string, unknown>) => [one.counter_volume, one.resource_id, one.project_id]),
      [[100_000, `AUTH_${ann.projectId}`, ann.projectId]],
    )
  })
})
