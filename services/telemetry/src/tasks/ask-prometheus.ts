import { narrowedQuery } from '../domain/alarming/narrowed-query.ts'
import { isPayload } from '../domain/metering/payload.ts'
import type { AskPrometheus } from './read-values.ts'

interface Prometheus {
  /** Where it answers; undefined: there is none, and nothing is known. */
  readonly address: string | undefined
  /** The label of whose a series is; undefined: everybody's alarms see all. */
  readonly label: string | undefined
  readonly timeoutMs: number
}

const valueIn = (series: unknown): number =>
  isPayload(series) && Array.isArray(series.value) ? Number(series.value[1]) : Number.NaN

const valuesIn = (answer: unknown): readonly number[] => {
  const data = isPayload(answer) && isPayload(answer.data) ? answer.data : {}
  const { result } = data
  if (!Array.isArray(result)) throw new Error('Prometheus answered without a result')
  // A scalar is an instant and a value.
  const values = data.resultType === 'scalar' ? [Number(result[1])] : result.map(valueIn)
  return values.filter(Number.isFinite)
}

/** Asks the Prometheus that an operator names, for series of the alarm's own project alone. */
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
