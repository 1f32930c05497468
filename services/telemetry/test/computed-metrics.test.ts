import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startMetricStory } from './metric-story.ts'

const varint = (value: number): readonly number[] =>
  value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))]

/** A field of a Protocol Buffers message that has a length. */
const field = (number: number, bytes: Iterable<number>): readonly number[] => {
  const content = [...bytes]
  return [(number << 3) | 2, ...varint(content.length), ...content]
}

/** A Snappy block of up to 256 bytes in which nothing is compressed. */
const literally = (bytes: readonly number[]): Buffer =>
  Buffer.from([...varint(bytes.length), 60 << 2, bytes.length - 1, ...bytes])

describe('metrics of resources', () => {
  let story: Awaited<ReturnType<typeof startMetricStory>>
  const id = randomUUID()
  const path = `/v1/resource/generic/${id}`
  before(async () => {
    story = await startMetricStory()
    await story.must('POST', '/v1/resource/generic', { id, project_id: 'web', user_id: 'ann' })
  })
  after(() => story[Symbol.asyncDispose]())

  const points = [
    { timestamp: '2026-01-31T10:00:00+00:00', value: 4 },
    { timestamp: '2026-01-31T10:00:01+00:00', value: 8 },
  ]
  const write = async (name: string) => {
    await story.must('POST', `${path}/metric/${name}/measures`, points)
    await story.settled()
  }
  const valuesOf = (rows: readonly (readonly unknown[])[]) => [...new Set(rows.map(([, , value]) => value))]

  it('are added, read and deleted by name', async () => {
    const named = await story.must('POST', `${path}/metric`, {
      cpu: { archive_policy_name: 'low' },
      load: { archive_policy_name: 'low' },
    })
    const namesOf = (metrics: readonly { readonly name: string }[]) => metrics.map(({ name }) => name).sort()
    assert.deepEqual(namesOf(named), ['cpu', 'load'])
    await write('cpu')
    const read = await story.must('GET', `${path}/metric/cpu/measures?aggregation=mean&refresh=true`)
    assert.deepEqual(valuesOf(read), [6])
    await story.must('DELETE', `${path}/metric/load`)
    assert.deepEqual(namesOf(await story.must('GET', `${path}/metric`)), ['cpu'])
  })

  it('are existing metrics only under names that are free', async () => {
    const { id: alone } = await story.must('POST', '/v1/metric', { archive_policy_name: 'low' })
    const taken = await story.send('POST', `${path}/metric`, { cpu: alone })
    assert.deepEqual([taken.status, taken.body.description], [409, 'Named metric cpu already exists'])
  })

  it('are not metrics that others have created', async () => {
    const { id: alone } = await story.must('POST', '/v1/metric', { archive_policy_name: 'low' })
    const own = { id: randomUUID(), metrics: { spied: alone } }
    const refused = await story.send('POST', '/v1/resource/generic', own, 'bob')
    assert.match(refused.body.description, /^Metric .* does not exist$/)
    await story.must('POST', '/v1/resource/generic', { id: own.id }, 'bob')
    const added = await story.send('POST', `/v1/resource/generic/${own.id}/metric`, { spied: alone }, 'bob')
    assert.equal(added.status, refused.status)
    assert.equal((await story.send('GET', `/v1/metric/${alone}`, undefined, 'bob')).status, 403)
    const { metrics } = await story.must('POST', '/v1/resource/generic', {
      ...{ id: randomUUID(), metrics: { known: alone } },
    })
    assert.deepEqual(metrics, { known: alone })
  })

  it('are aggregated by operations, by metric ids and by a search for their resources', async () => {
    const [{ id: metric }] = await story.must('GET', `${path}/metric`)
    const operations = `(* 2 (metric ${metric} mean))`
    const { measures } = await story.must('POST', '/v1/aggregates', { operations })
    assert.deepEqual(valuesOf(measures[metric].mean), [12])
    const old = '/v1/aggregation'
    assert.deepEqual(valuesOf(await story.must('GET', `${old}/metric?metric=${metric}&aggregation=max`)), [8])
    const search = { '=': { id } }
    const found = `${old}/resource/generic/metric/cpu?aggregation=mean`
    assert.deepEqual(valuesOf(await story.must('POST', found, search)), [6])
    assert.deepEqual(valuesOf(await story.must('POST', `${old}/metric?aggregation=min`, [metric])), [4])
  })

  it('are searched for values above a threshold', async () => {
    const [{ id: metric }] = await story.must('GET', `${path}/metric`)
    const search = (least: number) =>
      story.must('POST', `/v1/search/metric?metric_id=${metric}&aggregation=mean`, { '>': least })
    assert.deepEqual(valuesOf((await search(5))[metric]), [6])
    assert.deepEqual((await search(100))[metric], [])
  })

  it('are created by writes in the line protocol of InfluxDB', async () => {
    assert.equal((await story.send('GET', '/v1/influxdb/ping')).status, 204)
    const create = '/v1/influxdb/query?q=CREATE%20DATABASE%20racks'
    assert.equal((await story.send('POST', create, undefined, 'admin')).status, 204)
    const rule = { name: 'all', metric_pattern: '*', archive_policy_name: 'low' }
    await story.must('POST', '/v1/archive_policy_rule', rule, 'admin')
    const write = (lines: string, token = 'ann') =>
      story.speak('POST', '/v1/influxdb/write?db=racks', {
        ...{ token, body: Buffer.from(lines), headers: { 'content-type': 'text/plain' } },
      })
    const line = 'cpu,host=one,core=0 idle=42'
    assert.equal((await write(`${line} 1e300\n`)).status, 400)
    const written = await write(`${line} 1769853600000000000\n`)
    assert.equal(written.status, 204, JSON.stringify(written.body))
    await story.settled()
    const [resource] = await story.must('GET', '/v1/resource/racks')
    assert.deepEqual(Object.keys(resource.metrics), ['cpu.idle@core=0'])
    const toOthers = await write(`cpu,host=${id} idle=0\n`, 'bob')
    assert.equal(toOthers.status, 403, 'a resource of another project')
  })

  it('are created by remote writes of Prometheus', async () => {
    const value = Buffer.alloc(8)
    value.writeDoubleLE(21.5)
    const label = (name: string, text: string) =>
      field(1, [...field(1, Buffer.from(name)), ...field(2, Buffer.from(text))])
    const labels = Object.entries({ __name__: 'temperature', job: 'rooms', instance: 'attic', side: 'north' })
    const sample = [(1 << 3) | 1, ...value, 2 << 3, ...varint(Date.UTC(2026, 0, 31, 12))]
    const series = [...labels.flatMap(([name, text]) => label(name, text)), ...field(2, sample)]
    const written = await story.speak('POST', '/v1/prometheus/write', {
      ...{ token: 'ann', body: literally(field(1, series)) },
      headers: { 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy' },
    })
    assert.ok(written.status < 300, JSON.stringify(written.body))
    await story.settled()
    const [resource] = await story.must('GET', '/v1/resource/prometheus')
    assert.deepEqual(
      [resource.original_resource_id, Object.keys(resource.metrics)],
      ['rooms@attic', ['temperature@side=north']],
    )
    const measures = `/v1/metric/${resource.metrics['temperature@side=north']}/measures`
    assert.deepEqual(valuesOf(await story.must('GET', measures)), [21.5])
  })

  it('have an API that lists its versions, resource types and links', async () => {
    assert.ok((await story.must('GET', '/')).versions.length > 0)
    assert.match((await story.must('GET', '/v1/resource')).generic, /\/v1\/resource\/generic$/)
    assert.ok((await story.must('GET', '/v1')).links.length > 0)
  })
})
