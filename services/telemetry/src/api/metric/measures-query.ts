import { instantOf, type MetricApp } from '../../app/metric/metric-app.ts'
import { parseInstant, parseSpan } from '../../domain/metric/instants.ts'
import type { Fill } from '../../domain/metric/operations/frame.ts'
import { errors } from '../../metric-errors.ts'

const invalid = (name: string, text: string) => errors.Wrong({ reason: `Invalid value for ${name}: ${text}` })

/** Reads a timestamp of a query, in microseconds. */
const instantIn = (app: MetricApp, name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const instant = parseInstant(text, instantOf(app))
  if (instant === undefined) throw invalid(name, text)
  return instant
}

/** Reads a granularity of a query, in microseconds. */
export const spanIn = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const span = parseSpan(text)
  if (span === undefined || span <= 0) throw invalid(name, text)
  return span
}

interface AskedQuery {
  readonly start?: string | undefined
  readonly stop?: string | undefined
  readonly granularity?: string | undefined
}

export const askedIn = (app: MetricApp, { start, stop, granularity }: AskedQuery) => ({
  start: instantIn(app, 'start', start),
  stop: instantIn(app, 'stop', stop),
  granularity: spanIn('granularity', granularity),
})

const fills = ['null', 'dropna', 'full', 'ffill'] as const

interface OverlapQuery extends AskedQuery {
  readonly fill?: string | undefined
  readonly needed_overlap?: string | undefined
}

/** Reads the query parameters for aggregates over several series. */
export const questionIn = (app: MetricApp, query: OverlapQuery) => {
  const { fill, needed_overlap = '100' } = query
  const overlap = Number(needed_overlap)
  if (!(overlap >= 0 && overlap <= 100)) throw invalid('needed_overlap', needed_overlap)
  return { ...askedIn(app, query), fill: fillIn(fill), neededOverlap: overlap }
}

const fillIn = (text: string | undefined): Fill | undefined => {
  if (text === undefined) return undefined
  const word = fills.find((one) => one === text)
  if (word !== undefined) return word
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) throw invalid('fill', text)
  return number
}
