import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testkit/eventually'
import { tellingOptions } from '@nimbo/testkit/heard-notifications'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

describe('a cloud that meters', () => {
  let cloud: TestCloud
  before(async () => {
    cloud = await startTestCloud({
      environment: { ...tellingOptions('unversioned'), OS_POLLING__INTERVAL: '2' },
    })
  })
  after(() => cloud[Symbol.asyncDispose]())

  it('knows of a server from what is told and what is polled, and bills it', async () => {
    const { admin } = cloud
    const ann = await cloud.person('ann')
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(admin), makeImage(ann)])
    const id = await bootServer(ann, { flavorRef, imageRef })
    await serverInStatus(ann, id, 'ACTIVE')
    const resource = await eventually(async () => {
      const { status, body } = await ann.metric.get(`/v1/resource/instance/${id}`)
      assert.equal(status, 200)
      assert.ok(body.metrics.vcpus)
      assert.ok(body.metrics['power.state'], 'it has been polled')
      return body
    })
    assert.equal(resource.project_id, ann.projectId)
    const size = await eventually(async () => {
      const { status, body } = await ann.metric.get(
        `/v1/resource/image/${imageRef}/metric/image.size/measures?refresh=true`,
      )
      assert.equal(status, 200)
      assert.ok(body.length > 0)
      return body[0][2]
    })
    assert.ok(size > 0)
    const { body } = await ann.metering.get('/v2/usage')
    assert.deepEqual(
      body.usage.map(({ kind, project_id }: Record<string, string>) => [kind, project_id]),
      [['server', ann.projectId]],
    )
    assert.ok(body.usage[0].amount > 0)
    await ann.compute.delete(`/servers/${id}`)
    await eventually(async () => {
      const gone = await ann.metric.get(`/v1/resource/instance/${id}`)
      assert.notEqual(gone.body.ended_at, null)
    })
    const first = (await ann.metering.get('/v2/usage')).body.usage[0].amount
    assert.equal((await ann.metering.get('/v2/usage')).body.usage[0].amount, first)
  })
})
