import * as contract from '@nimbo/contracts/telemetry/metric/batches'
import { boundedBody } from '@nimbo/http/bounded-body'
import { bytesOf, textOf } from '@nimbo/http/message'
import type { Context } from '@nimbo/kernel/context'
import { type MetricApp, instantOf } from '../../app/metric/metric-app.ts'
import { createType, needType } from '../../app/metric/resource-types.ts'
import { ensureResource } from '../../app/metric/ensure-resource.ts'
import { acceptNamedMeasures, type NamedMeasures } from '../../app/metric/take-named-measures.ts'
import { LineMistake, readLine } from '../../domain/metric/influx-line.ts'
import { seriesIn, WriteMistake } from '../../domain/metric/remote-write.ts'
import { decompress, SnappyMistake } from '../../domain/metric/snappy.ts'
import { errors } from '../../metric-errors.ts'
import { handle } from './handle.ts'

const mostBytes = 8 * 1024 * 1024

const ping = handle(contract.pingInflux, async () => {})

const createDatabase = /^\s*create\s+database\s+"?([\w.:-]+)"?\s*;?\s*$/i

const query = handle(contract.queryInflux, async ({ app, query: { q = '' } }) => {
  const name = createDatabase.exec(q)?.[1]
  if (name === undefined) throw errors.NotImplemented({ reason: 'Only CREATE DATABASE is understood' })
  await createType(app)(name, {}).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.includes('already exists')) throw error
  })
})

/** The tags whose value is the name of the resource that a line is written to. */
const hostTags = ['resource_id', 'host']

const write = handle(
  contract.writeInflux,
  async ({ app, ctx, query: { db = '', precision = 'n' }, request }) => {
    await needType(app, db)
    const text = await textOf(boundedBody(request, mostBytes))
    const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
    const batches = new Map<string, NamedMeasures>()
    for (const line of lines) {
      const { measurement, tags, fields, instant } = lineOf(line, precision)
      const host = hostTags.map((name) => tags[name]).find((value) => value !== undefined)
      if (host === undefined)
        throw errors.Wrong({ reason: `Unable to find key '${hostTags.join("' or '")}' in tags` })
      const resourceId = await ensureResource(app, ctx, db, host)
      const others = Object.entries(tags).filter(([name]) => !hostTags.includes(name))
      const suffix = others
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join(',')
      for (const [field, value] of Object.entries(fields))
        add(batches, {
          resourceId,
          name: `${measurement}.${field}${suffix === '' ? '' : `@${suffix}`}`.replaceAll('/', '_'),
          points: [[instant ?? instantOf(app), value]],
        })
    }
    await acceptNamedMeasures(app, ctx, [...batches.values()])
  },
)

const add = (batches: Map<string, NamedMeasures>, more: NamedMeasures): void => {
  const key = `${more.resourceId} ${more.name}`
  const known = batches.get(key)
  batches.set(key, known ? { ...known, points: [...known.points, ...more.points] } : more)
}

const lineOf = (line: string, precision: string) => {
  try {
    return readLine(line, precision)
  } catch (error) {
    if (!(error instanceof LineMistake)) throw error
    throw errors.Wrong({ reason: error.message })
  }
}

const prometheusType = 'prometheus'

const fromPrometheus = async (app: MetricApp, ctx: Context, bytes: Uint8Array): Promise<void> => {
  await createType(app)(prometheusType, {}).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.includes('already exists')) throw error
  })
  const batches = new Map<string, NamedMeasures>()
  for (const { labels, samples } of writtenSeries(bytes)) {
    const { __name__: name = '', job = 'none', instance = 'none', ...others } = labels
    const resourceId = await ensureResource(app, ctx, prometheusType, `${job}@${instance}`)
    const suffix = Object.entries(others)
      .map(([key, value]) => `${key}=${value}`)
      .sort()
      .join(',')
    // Prometheus marks the end of a series with a NaN.
    const points = samples.filter(([, value]) => Number.isFinite(value))
    add(batches, {
      resourceId,
      name: `${name}${suffix === '' ? '' : `@${suffix}`}`.replaceAll('/', '_'),
      points,
    })
  }
  await acceptNamedMeasures(app, ctx, [...batches.values()])
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

const prometheus = handle(contract.writePrometheus, async ({ app, ctx, request }) => {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('application/x-protobuf')) throw errors.UnsupportedMedia({ given: type })
  await fromPrometheus(app, ctx, await bytesOf(boundedBody(request, mostBytes)))
})

export const foreignWrites = [ping, query, write, prometheus]
