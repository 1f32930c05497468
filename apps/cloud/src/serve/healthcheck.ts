import type { Handler } from '@nimbo/http/message'
import { withDeadline } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import { type Kysely, sql } from 'kysely'
import type { OpenBroker } from './open-broker.ts'

export interface HealthGround {
  readonly databases: ReadonlyMap<string, Kysely<unknown>>
  readonly brokers: ReadonlyMap<string, OpenBroker>
  /** Whether the process has started and does not end: else it wants no work. */
  readonly ready: () => boolean
  /** Whether the answer tells what is not well. */
  readonly detailed: boolean
}

const answerWithinMs = 5_000

interface Check {
  readonly name: string
  readonly problem: string | undefined
}

const checkDatabase = async (name: string, db: Kysely<unknown>): Promise<Check> => {
  try {
    await withDeadline('the database', answerWithinMs, sql`select 1`.execute(db))
    return { name: `database ${name}`, problem: undefined }
  } catch (error) {
    return { name: `database ${name}`, problem: messageOf(error) }
  }
}

/** `GET /healthcheck`: 200 and `OK` where work can be done, else 503; as JSON when asked for that, as oslo.middleware has it. */
export const healthcheck =
  ({ databases, brokers, ready, detailed }: HealthGround): Handler =>
  async ({ headers }) => {
    const checks: readonly Check[] = [
      { name: 'process', problem: ready() ? undefined : 'it is starting or ending' },
      ...[...brokers].map(([name, { reachable }]) => ({
        name: `broker ${name}`,
        problem: reachable() ? undefined : 'not connected',
      })),
      ...(await Promise.all([...databases].map(([name, db]) => checkDatabase(name, db)))),
    ]
    const well = checks.every(({ problem }) => problem === undefined)
    const status = well ? 200 : 503
    const word = well ? 'OK' : 'UNAVAILABLE'
    const retry = well ? {} : { 'retry-after': '1' }
    const wantsJson = headers.accept?.includes('json') ?? false
    if (!wantsJson) return { status, headers: { 'content-type': 'text/plain', ...retry }, body: word }
    const body = { status: word, ...(detailed ? { checks: checks.map(shown) } : {}) }
    return {
      status,
      headers: { 'content-type': 'application/json', ...retry },
      body: JSON.stringify(body),
    }
  }

const shown = ({ name, problem }: Check) => ({ name, healthy: problem === undefined, problem })
