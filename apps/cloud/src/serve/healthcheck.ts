import type { Bus } from '@nimbo/bus/bus'
import type { Handler } from '@nimbo/http/message'
import { withDeadline } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import { sharedWork } from '@nimbo/kernel/shared-work'
import { type Kysely, sql } from 'kysely'

export interface HealthDeps {
  readonly databases: ReadonlyMap<string, Kysely<unknown>>
  readonly brokers: ReadonlyMap<string, Bus>
  /** Whether the process has started and is not shutting down; otherwise it must get no requests. */
  readonly ready: () => boolean
  /** Whether the response lists the failed checks. */
  readonly detailed: boolean
}

const answerWithinMs = 5_000

interface Check {
  readonly name: string
  readonly problem: string | undefined
}

const check = async (name: string, ask: () => Promise<unknown>): Promise<Check> => {
  try {
    await withDeadline(name, answerWithinMs, ask())
    return { name, problem: undefined }
  } catch (error) {
    return { name, problem: messageOf(error) }
  }
}

/** A topic without consumers: the check is that the broker accepts a message. */
const topic = 'nimbo-healthcheck'

const checksOf = ({ databases, brokers, ready }: HealthDeps): Promise<readonly Check[]> =>
  Promise.all([
    check('process', async () => {
      if (!ready()) throw new Error('it is starting or ending')
    }),
    ...[...brokers].map(([name, bus]) => check(`broker ${name}`, () => bus.fanout({ topic }, null))),
    ...[...databases].map(([name, db]) => check(`database ${name}`, () => sql`select 1`.execute(db))),
  ])

/**
 * `GET /healthcheck`: 200 and `OK` when the process can work, else 503; as JSON when the client accepts that, as in
 * oslo.middleware. Anyone may ask, so all who ask at the same time share the checks.
 */
export const healthcheck = (deps: HealthDeps): Handler => {
  const checked = sharedWork(() => checksOf(deps))
  return async ({ headers }) => {
    const checks = await checked()
    const well = checks.every(({ problem }) => problem === undefined)
    const status = well ? 200 : 503
    const word = well ? 'OK' : 'UNAVAILABLE'
    const retry = well ? {} : { 'retry-after': '1' }
    const wantsJson = headers.accept?.includes('json') ?? false
    if (!wantsJson) return { status, headers: { 'content-type': 'text/plain', ...retry }, body: word }
    const body = { status: word, ...(deps.detailed ? { checks: checks.map(shown) } : {}) }
    return {
      status,
      headers: { 'content-type': 'application/json', ...retry },
      body: JSON.stringify(body),
    }
  }
}

const shown = ({ name, problem }: Check) => ({ name, healthy: problem === undefined, problem })
