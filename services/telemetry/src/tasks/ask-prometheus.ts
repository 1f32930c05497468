import { narrowedQuery } from '../domain/alarming/narrowed-query.ts'
import { isPayload } from '../domain/metering/payload.ts'
import type { AskPrometheus } from './read-values.ts'

interface Prometheus {
  /** The URL of the server; without one, queries return no values. */
  readonly address: string | undefined
  /** The label with the owner's project id; without one, alarms see the series of all projects. */
  readonly label: string | undefined
  readonly timeoutMs: number
}

const valueIn = (series: unknown): number =>
  isPayload(series) && Array.isArray(series.value) ? Number(series.value[1]) : Number.NaN

const valuesIn = (answer: unknown): readonly number[] => {
  const data = isPayload(answer) && isPayload(answer.data) ? answer.data : {}
  const { result } = data
  if (!Array.isArray(result)) throw new Error('Prometheus answered without a result')
  // A scalar is a pair of timestamp and value.
  const values = data.resultType === 'scalar' ? [Number(result[1])] : result.map(valueIn)
  return values.filter(Number.isFinite)
}

/** Queries the operator's Prometheus, restricted to series of the alarm's project. */
export const askPrometheus =
  ({ address, label, timeoutMs }: Prometheus): AskPrometheus =>
  async (query, projectId) => {
    if (address === undefined) return []
    const asked = label === undefined ? query : narrowedQuery(query, label, projectId ?? '')
    const url = new URL(`${address}/api/v1/query`)
    url.searchParams.set('query', asked)
    const reply = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    if (reply.ok) return valuesIn(await reply.json())
    throw new Error(`Prometheus answered ${reply.status}`)
  }
