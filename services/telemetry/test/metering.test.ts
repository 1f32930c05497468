import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startMeteringStory } from './metering-story.ts'

const hourMs = 3_600_000

describe('the metering service', () => {
  let story: Awaited<ReturnType<typeof startMeteringStory>>
  before(async () => {
    story = await startMeteringStory()
  })
  after(() => story[Symbol.asyncDispose]())

  const begin = Date.parse('2026-01-31T00:00:00Z')
  const at = (hours: number) => new Date(begin + hours * hourMs)
  const server = (instance_id: string, more: object = {}) => ({
    ...{ instance_id, tenant_id: 'web', user_id: 'ann', display_name: 'a', instance_type: 'small' },
    ...{
      instance_flavor_id: '1',
      host: 'h1',
      memory_mb: 512,
      vcpus: 2,
      root_gb: 10,
      ephemeral_gb: 0,
      ...more,
    },
  })
  const volume = (volume_id: string, size: number) => ({
    ...{ volume_id, tenant_id: 'web', user_id: 'ann', display_name: 'v', volume_type: 'ssd', size },
  })
  const bill = async (from: number, until: number, token: 'ann' | 'bob' | 'admin' = 'ann', more = '') => {
    const query = `start=${at(from).toISOString()}&end=${at(until).toISOString()}${more}`
    const { usage } = await story.must('metering', 'GET', `/v2/usage?${query}`, undefined, token)
    return usage.map(({ kind, detail, amount }: Record<string, unknown>) => [kind, detail, amount])
  }

  it('bills exactly from notifications that are repeated or sent while no agent runs', async () => {
    const [one, two, floating] = [randomUUID(), randomUUID(), randomUUID()]
    const tell = story.tell
    await tell('compute.instance.create.end', at(0), server(one))
    const again = await tell('volume.create.end', at(1), volume(two, 10))
    await story.repeat(again)
    await story.killAgent()
    // Notifications sent while no agent runs wait for the next one.
    await tell('compute.instance.finish_resize.end', at(4), server(one, { instance_type: 'big' }))
    const last = await tell('floatingip.create.end', at(5), {
      floatingip: { id: floating, project_id: 'web', floating_ip_address: '172.24.4.9' },
    })
    await story.startAgent()
    await story.repeat(last)
    await tell('volume.resize.end', at(6), volume(two, 20))
    await tell('compute.instance.delete.end', at(7), server(one, { instance_type: 'big' }))
    await tell('floatingip.delete.end', at(8), { floatingip_id: floating })
    await tell('volume.delete.end', at(10), volume(two, 20))
    await story.settled()
    const whole = [
      ['floating_ip', '', 3],
      ['server', 'big', 3],
      ['server', 'small', 4],
      ['volume', 'ssd', 5 * 10 + 4 * 20],
    ]
    assert.deepEqual(await bill(0, 24), whole)
    assert.deepEqual(await bill(3, 5), [
      ['server', 'big', 1],
      ['server', 'small', 1],
      ['volume', 'ssd', 20],
    ])
    assert.deepEqual(await bill(0, 24, 'bob'), [])
    assert.equal((await story.send('metering', 'GET', '/v2/usage?all_projects=1')).status, 403)
    assert.deepEqual(await bill(0, 24, 'admin', '&project_id=web'), whole)
    const events = await story.must('metering', 'GET', '/v2/events')
    assert.equal(events.length, 8)
  })

  it('ends what was deleted at its deletion, also if that is received before the creation', async () => {
    const [late, managed] = [randomUUID(), randomUUID()]
    await story.tell('volume.delete.end', at(52), volume(late, 10))
    await story.settled()
    await story.tell('volume.create.end', at(50), volume(late, 10))
    await story.tell('volume.manage_existing.end', at(51), volume(managed, 5))
    await story.settled()
    assert.deepEqual(await bill(48, 53), [['volume', 'ssd', 2 * 10 + 2 * 5]])
    const ended = await story.must('metric', 'GET', `/v1/resource/volume/${late}`)
    assert.equal(ended.ended_at, '2026-02-02T04:00:00+00:00')
    await story.tell('volume.resize.end', at(51), volume(late, 20))
    await story.tell('volume.delete.end', at(53), volume(managed, 5))
    await story.settled()
    assert.deepEqual(await bill(48, 60), [['volume', 'ssd', 10 + 20 + 2 * 5]])
  })

  it('turns notifications of a server into samples and into metrics of a resource of type instance', async () => {
    const id = randomUUID()
    await story.tell('compute.instance.create.end', at(30), server(id, { memory_mb: 2048 }))
    await story.tell('compute.instance.delete.end', at(32), server(id, { memory_mb: 2048 }))
    // The usage audit includes servers that were deleted in the period; they stay deleted.
    await story.tell('compute.instance.exists', at(33), server(id, { memory_mb: 2048 }))
    await story.settled()
    const path = `/v1/resource/instance/${id}`
    const resource = await story.must('metric', 'GET', path)
    assert.deepEqual(
      [resource.flavor_name, resource.project_id, resource.ended_at, Object.keys(resource.metrics).sort()],
      [
        'small',
        'web',
        '2026-02-01T08:00:00+00:00',
        ['disk.ephemeral.size', 'disk.root.size', 'memory', 'vcpus'],
      ],
    )
    const measures = await story.must('metric', 'GET', `${path}/metric/memory/measures?refresh=true`)
    assert.deepEqual(
      measures.map(([, , value]: [string, number, number]) => value),
      [2048, 2048, 2048],
    )
    const query = `q.field=resource_id&q.op=eq&q.value=${id}`
    const memory = await story.must('metering', 'GET', `/v2/meters/memory?${query}`)
    assert.deepEqual(
      memory.map(({ counter_volume }: { counter_volume: number }) => counter_volume),
      [2048, 2048, 2048],
    )
    const [statistics] = await story.must('metering', 'GET', `/v2/meters/memory/statistics?${query}`)
    assert.deepEqual([statistics.count, statistics.avg, statistics.duration], [3, 2048, 10_800])
    assert.equal((await story.must('metering', 'GET', `/v2/resources/${id}`)).project_id, 'web')
    assert.equal((await story.send('metering', 'GET', `/v2/resources/${id}`, undefined, 'bob')).status, 404)
    const traits = await story.must(
      'metering',
      'GET',
      '/v2/event_types/compute.instance.create.end/traits/instance_type',
    )
    assert.deepEqual([...new Set(traits.map(({ value }: { value: string }) => value))], ['small'])
  })

  it('tells alarms of an event once, also while the metrics service is down', async () => {
    const heard: unknown[] = []
    const subscription = await story.host.bus.listen({ topic: 'alarm.all' }, async (events) => {
      for (const { event_type } of JSON.parse(JSON.stringify(events))) heard.push(event_type)
      return undefined
    })
    await story.settled()
    heard.length = 0
    const id = randomUUID()
    const tell = async (verb: string, hours: number) => {
      await story.tell(`compute.instance.${verb}.end`, at(hours), server(id))
      await story.settled()
    }
    story.takeDown(true)
    await tell('create', 20)
    await tell('suspend', 21)
    story.takeDown(false)
    await tell('resume', 22)
    await story.host.bus.idle()
    await subscription.close()
    const types = ['create', 'suspend', 'resume'].map((verb) => `compute.instance.${verb}.end`)
    assert.deepEqual(heard, types)
    const measures = `/v1/resource/instance/${id}/metric/vcpus/measures?refresh=true`
    assert.equal((await story.must('metric', 'GET', measures, undefined, 'admin')).length, types.length)
  })

  it('keeps the project, name and format of an image after a download notification without them', async () => {
    const id = randomUUID()
    await story.tell('image.upload', at(40), { id, owner: 'shop', name: 'tiny', size: 5, disk_format: 'raw' })
    await story.settled()
    await story.tell('image.send', at(41), {
      ...{ image_id: id, owner_id: 'shop', bytes_sent: 5, receiver_tenant_id: 'service' },
    })
    await story.settled()
    const image = await story.must('metric', 'GET', `/v1/resource/image/${id}`, undefined, 'admin')
    assert.deepEqual([image.project_id, image.name, image.disk_format], ['shop', 'tiny', 'raw'])
    assert.ok(image.metrics['image.download'], 'the download is a metric of the image')
  })

  it('accepts samples that users post for their own project, and finds them by queries', async () => {
    const sample = {
      counter_name: 'rain',
      counter_type: 'gauge',
      counter_unit: 'mm',
      counter_volume: 3,
      resource_id: 'roof',
    }
    const [made] = await story.must('metering', 'POST', '/v2/meters/rain', [sample])
    assert.equal((await story.must('metering', 'GET', `/v2/samples/${made.message_id}`)).volume, 3)
    assert.equal((await story.send('metering', 'POST', '/v2/meters/snow', [sample])).status, 400)
    assert.equal(
      (await story.send('metering', 'POST', '/v2/meters/rain', [{ ...sample, project_id: 'shop' }])).status,
      403,
    )
    const filter = JSON.stringify({ and: [{ '=': { meter: 'rain' } }, { '>': { volume: 2 } }] })
    assert.equal((await story.must('metering', 'POST', '/v2/query/samples', { filter })).length, 1)
    const deep = `${'{"not":'.repeat(5000)}${filter}${'}'.repeat(5000)}`
    for (const wrong of ['{', deep])
      assert.equal((await story.send('metering', 'POST', '/v2/query/samples', { filter: wrong })).status, 400)
    assert.equal((await story.send('metering', 'GET', '/v2/samples?q.field=colour&q.value=red')).status, 400)
    const rainAbove = (volume: string) => `/v2/meters/rain?q.field=volume&q.op=gt&q.value=${volume}`
    assert.equal((await story.must('metering', 'GET', rainAbove('2.5'))).length, 1)
    assert.equal((await story.send('metering', 'GET', rainAbove('much'))).status, 400)
    const old = { ...sample, timestamp: '2000-01-01T00:00:00Z' }
    await story.must('metering', 'POST', '/v2/meters/rain', [old], 'bob')
    const own = await story.must('metering', 'GET', '/v2/resources/roof')
    assert.equal(own.first_sample_timestamp, made.timestamp, 'that of another project is older')
    const ofRoof = 'q.field=resource_id&q.op=eq&q.value=roof'
    const samples = await story.must('metering', 'GET', `/v2/samples?${ofRoof}`)
    assert.deepEqual(
      samples.map(({ meter, volume }: { meter: string; volume: number }) => [meter, volume]),
      [['rain', 3]],
    )
    const [roof] = await story.must('metering', 'GET', `/v2/resources?${ofRoof}`)
    assert.deepEqual([roof.resource_id, roof.project_id], ['roof', 'web'])
    const meters = await story.must('metering', 'GET', '/v2/meters?q.field=meter&q.value=rain')
    assert.deepEqual(
      meters.map(({ name, unit }: Record<string, string>) => [name, unit]),
      [['rain', 'mm']],
    )
  })

  it('computes statistics of all samples, however many there are', async () => {
    const sample = (counter_volume: number) => ({
      ...{ counter_name: 'drops', counter_type: 'gauge', counter_unit: 'drop', counter_volume },
      ...{ resource_id: 'pond', timestamp: at(counter_volume).toISOString() },
    })
    const volumes = Array.from({ length: 1200 }, (_, index) => index)
    for (let from = 0; from < volumes.length; from += 300)
      await story.must('metering', 'POST', '/v2/meters/drops', volumes.slice(from, from + 300).map(sample))
    const [{ count, min, max, sum }] = await story.must('metering', 'GET', '/v2/meters/drops/statistics')
    assert.deepEqual([count, min, max, sum], [1200, 0, 1199, (1199 * 1200) / 2])
  })
})
