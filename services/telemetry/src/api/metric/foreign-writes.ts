import * as contract from '@nimbo/contracts/telemetry/metric/batches'
import { boundedBody } from '@nimbo/http/bounded-body'
import { bytesOf, textOf } from '@nimbo/http/message'
import type { Call } from '@nimbo/http/route'
import { type MetricApp, instantOf } from '../../app/metric/metric-app.ts'
import { createType, needType } from '../../app/metric/resource-types.ts'
import { ensureResource } from '../../app/metric/ensure-resource.ts'
import { acceptNamedMeasures, type NamedMeasures } from '../../app/metric/take-named-measures.ts'
import type { Point } from '../../domain/metric/absorb.ts'
import { LineMistake, readLine } from '../../domain/metric/influx-line.ts'
import { seriesIn, WriteMistake } from '../../domain/metric/remote-write.ts'
import { decompress, SnappyMistake } from '../../domain/metric/snappy.ts'
import { errors } from '../../metric-errors.ts'
import { factsOf, handle } from './handle.ts'

/** The maximum size of a body: agents send the measures of many resources together, which Gnocchi does not limit. */
export const mostBytes = 8 * 1024 * 1024

const ping = handle(contract.pingInflux, async () => {})

const createDatabase = /^\s*create\s+database\s+"?([\w.:-]+)"?\s*;?\s*$/i

const query = handle(contract.queryInflux, async ({ app, query: { q = '' } }) => {
  const name = createDatabase.exec(q)?.[1]
  if (name === undefined) throw errors.NotImplemented({ reason: 'Only CREATE DATABASE is understood' })
  await createType(app)(name, {}).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.includes('already exists')) throw error
  })
})

type Writing = Pick<Call<MetricApp>, 'app' | 'ctx' | 'enforce'>

type Gathered = NamedMeasures & { readonly points: Point[] }

/** Gathers the measures of a request for resources of a type, which are created if they do not exist. */
const gathering = ({ app, ctx, enforce }: Writing, type: string) => {
  const ids = new Map<string, string>()
  const batches = new Map<string, Gathered>()
  const idOf = async (host: string): Promise<string> => {
    const known = ids.get(host)
    if (known !== undefined) return known
    const resource = await ensureResource(app, ctx, type, host)
    enforce('post measures', factsOf(resource, resource.project_id))
    ids.set(host, resource.id)
    return resource.id
  }
  return {
    add: async (host: string, written: string, points: readonly Point[]): Promise<void> => {
      const resourceId = await idOf(host)
      const name = written.replaceAll('/', '_')
      const key = `${resourceId} ${name}`
      const batch: Gathered = batches.get(key) ?? { resourceId, name, points: [] }
      for (const point of points) batch.points.push(point)
      batches.set(key, batch)
    },
    keep: () => acceptNamedMeasures(app, ctx, [...batches.values()]),
  }
}

/** The end of a metric's name: labels or tags, in order. */
const suffixOf = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  pairs.length === 0
    ? ''
    : `@${pairs
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join(',')}`

/** The tags whose value is the name of the resource that a line is written to. */
const hostTags = ['resource_id', 'host']

const write = handle(contract.writeInflux, async (call) => {
  const { app, request } = call
  const { db = '', precision = 'n' } = call.query
  await needType(app, db)
  const text = await textOf(boundedBody(request, mostBytes))
  const measures = gathering(call, db)
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const { measurement, tags, fields, instant } = lineOf(line, precision)
    const host = hostTags.map((name) => tags[name]).find((value) => value !== undefined)
    if (host === undefined)
      throw errors.Wrong({ reason: `Unable to find key '${hostTags.join("' or '")}' in tags` })
    const suffix = suffixOf(Object.entries(tags).filter(([name]) => !hostTags.includes(name)))
    for (const [field, value] of Object.entries(fields))
      await measures.add(host, `${measurement}.${field}${suffix}`, [[instant ?? instantOf(app), value]])
  }
  await measures.keep()
})

const lineOf = (line: string, precision: string) => {
  try {
    return readLine(line, precision)
  } catch (error) {
    if (!(error instanceof LineMistake)) throw error
    throw errors.Wrong({ reason: error.message })
  }
}

const prometheusType = 'prometheus'

const fromPrometheus = async (call: Writing, bytes: Uint8Array): Promise<void> => {
  await createType(call.app)(prometheusType, {}).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.includes('already exists')) throw error
  })
  const measures = gathering(call, prometheusType)
  for (const { labels, samples } of writtenSeries(bytes)) {
    const { __name__: name = '', job = 'none', instance = 'none', ...others } = labels
    // Prometheus marks the end of a series with a NaN.
    const points = samples.filter(([, value]) => Number.isFinite(value))
    await measures.add(`${job}@${instance}`, `${name}${suffixOf(Object.entries(others))}`, points)
  }
  await measures.keep()
}

const writtenSeries = (bytes: Uint8Array) => {
  try {
    return seriesIn(decompress(bytes))
  } catch (error) {
    if (error instanceof SnappyMistake || error instanceof WriteMistake)
      throw errors.Wrong({ reason: `Cannot read what Prometheus wrote: ${error.message}` })
    throw error
  }
}

const prometheus = handle(contract.writePrometheus, async (call) => {
  const type = call.request.headers['content-type'] ?? ''
  if (!type.startsWith('application/x-protobuf')) throw errors.UnsupportedMedia({ given: type })
  await fromPrometheus(call, await bytesOf(boundedBody(call.request, mostBytes)))
})

export const foreignWrites = [ping, query, write, prometheus]
