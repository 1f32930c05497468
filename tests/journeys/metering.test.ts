import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listen } from '@nimbo/http/listener'
import { silentLog } from '@nimbo/kernel/log'
import { eventually } from '@nimbo/testing/eventually'
import { notificationSettings } from '@nimbo/testkit/received-notifications'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

interface Named {
  readonly original_resource_id: string
}

describe('telemetry of a cloud', () => {
  let cloud: TestCloud
  before(async () => {
    cloud = await startTestCloud({
      environment: { ...notificationSettings('unversioned'), OS_POLLING__INTERVAL: '2' },
    })
  })
  after(() => cloud[Symbol.asyncDispose]())

  it('knows a server from notifications and polling, and reports its usage until it is deleted', async () => {
    const { admin } = cloud
    const ann = await cloud.person('ann')
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(admin), makeImage(ann)])
    const id = await bootServer(ann, { flavorRef, imageRef })
    await serverInStatus(ann, id, 'ACTIVE')
    const resource = await eventually(async () => {
      const { status, body } = await ann.metric.get(`/v1/resource/instance/${id}`)
      assert.equal(status, 200)
      assert.ok(body.metrics.vcpus)
      assert.ok(body.metrics['power.state'], 'has a metric that only polling gives')
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
    await eventually(async () => {
      const { body } = await ann.metering.get('/v2/usage')
      assert.deepEqual(
        body.usage.map(({ kind, project_id }: Record<string, string>) => [kind, project_id]),
        [['server', ann.projectId]],
      )
      assert.ok(body.usage[0].amount > 0)
    })
    await ann.compute.delete(`/servers/${id}`)
    await eventually(async () => {
      const gone = await ann.metric.get(`/v1/resource/instance/${id}`)
      assert.notEqual(gone.body.ended_at, null)
    })
    const first = (await ann.metering.get('/v2/usage')).body.usage[0].amount
    assert.equal((await ann.metering.get('/v2/usage')).body.usage[0].amount, first)
  })

  it('polls object store accounts, snapshots, volume services and pools', async () => {
    const ada = await cloud.person('ada')
    const account = `/v1/AUTH_${ada.projectId}`
    const bytes = new TextEncoder().encode('twelve bytes')
    assert.equal((await ada['object-store'].put(`${account}/box`)).status, 201)
    assert.equal((await ada['object-store'].put(`${account}/box/one`, bytes)).status, 201)
    const made = await ada.volume.post('/v3/volumes', { volume: { size: 1, name: 'v' } })
    assert.equal(made.status, 202, JSON.stringify(made.body))
    const volume_id = made.body.volume.id
    await eventually(async () => {
      const { body } = await ada.volume.get(`/v3/volumes/${volume_id}`)
      assert.equal(body.volume.status, 'available')
    })
    const snapshot = await ada.volume.post('/v3/snapshots', { snapshot: { volume_id } })
    assert.equal(snapshot.status, 202, JSON.stringify(snapshot.body))
    // A resource whose name is no UUID has an id that is derived from its name and its creator.
    const found = (type: string, name: string) =>
      eventually(async () => {
        const { body } = await cloud.admin.metric.get(`/v1/resource/${type}`)
        const resource = body.find((one: Named) => one.original_resource_id === name)
        assert.ok(resource, `${type} ${name} of ${JSON.stringify(body)}`)
        return resource
      })
    const last = (type: string, name: string, meter: string) =>
      eventually(async () => {
        const { id } = await found(type, name)
        const path = `/v1/resource/${type}/${id}/metric/${meter}/measures?refresh=true`
        const { status, body } = await cloud.admin.metric.get(path)
        assert.equal(status, 200, `${meter}: ${JSON.stringify(body)}`)
        assert.ok(body.length > 0, meter)
        return body.at(-1)[2]
      })
    const name = `AUTH_${ada.projectId}`
    assert.equal(await last('volume', snapshot.body.snapshot.id, 'volume.snapshot.size'), 1)
    assert.equal(await last('swift_account', name, 'storage.objects'), 1)
    assert.equal(await last('swift_account', name, 'storage.objects.size'), bytes.length)
    const resources = await cloud.admin.metric.get('/v1/resource/volume_service')
    const scheduler = resources.body.find(({ binary }: { binary: string }) => binary === 'cinder-scheduler')
    assert.ok(scheduler, JSON.stringify(resources.body))
    assert.ok(scheduler.metrics['volume.service.health'])
    const [pool] = (await cloud.admin.metric.get('/v1/resource/volume_provider_pool')).body
    assert.ok(pool.metrics['volume.provider.pool.capacity.total'])
    const inBox = await found('swift_account', `${name}_box`)
    assert.ok(inBox.metrics['storage.containers.objects.size'])
  })

  it('runs a trust+http action of an alarm as its creator, by a trust that is deleted with the alarm', async () => {
    const eve = await cloud.person('eve')
    const tokens: string[] = []
    const door = await listen(
      async ({ headers }) => {
        tokens.push(headers['x-auth-token'] ?? '')
        return { status: 204, headers: {} }
      },
      { host: '127.0.0.1', port: 0, log: silentLog },
    )
    try {
      const wanted = {
        ...{ name: 'made', type: 'event', event_rule: { event_type: 'volume.create.end' } },
        alarm_actions: [`trust+http://127.0.0.1:${door.port}/made`],
      }
      const made = await eve.alarming.post('/v2/alarms', wanted)
      assert.equal(made.status, 201, JSON.stringify(made.body))
      assert.match(made.body.alarm_actions[0], /^trust\+http:\/\/\w+:delete@127/)
      assert.equal((await eve.volume.post('/v3/volumes', { volume: { size: 1 } })).status, 202)
      await eventually(() => assert.equal(tokens.length, 1))
      const [token = ''] = tokens
      const shown = await cloud.admin.identity.get('/v3/auth/tokens', { 'x-subject-token': token })
      assert.deepEqual([shown.body.token.user.id, shown.body.token.project.id], [eve.userId, eve.projectId])
      const trusts = async () =>
        (await eve.identity.get(`/v3/OS-TRUST/trusts?trustor_user_id=${eve.userId}`)).body.trusts.length
      assert.equal(await trusts(), 1)
      const path = `/v2/alarms/${made.body.alarm_id}`
      assert.equal(
        (await eve.alarming.put(path, { ...wanted, alarm_actions: made.body.alarm_actions })).status,
        200,
      )
      assert.equal(await trusts(), 1, 'an update whose action names the trust keeps that trust')
      assert.equal((await eve.alarming.delete(path)).status, 204)
      assert.equal(await trusts(), 0)
    } finally {
      await door.close(0)
    }
  })
})
