import { resourceErrors } from '../../resource-type/errors.ts'
import type { Standing } from '../../resource-type/handling.ts'
import { receivedAt } from './swift-signals.ts'
import { type Received, receivedBy } from './wait-signals.ts'

interface Waiting {
  readonly handle: string
  readonly timeout: number
  readonly count: number
}

/** The signals that a wait condition's handle has received. */
const signalsOf = async ({ clients, peers, properties }: Standing<{ readonly handle: string }>) => {
  const handle = await peers.byRefId(properties.handle)
  const { put_url } = handle?.data ?? {}
  return put_url === undefined ? receivedBy(handle?.metadata ?? {}) : receivedAt(clients, put_url)
}

/** Whether enough signals have arrived. Throws when one reports a failure, or at the timeout. */
export const enoughOf = (
  signals: readonly (readonly [string, Received])[],
  { properties, attempt, clock }: Standing<Waiting>,
): boolean => {
  const received = signals.map(([, one]) => one)
  const failed = received.filter(({ status }) => status === 'FAILURE')
  if (failed.length > 0)
    throw resourceErrors.WaitConditionFailure({ reasons: failed.map(({ reason }) => reason).join(';') })
  if (received.length >= properties.count) return true
  if (clock.now() > Date.parse(attempt.startedAt) + properties.timeout * 1000) {
    const said = received.map(({ reason }) => reason).join(';')
    throw resourceErrors.WaitConditionTimeout({
      summary: `${received.length} of ${properties.count} received${said === '' ? '' : ` - ${said}`}`,
    })
  }
  return false
}

/** Whether a wait condition's handle has received enough signals. */
export const hasEnough = async (handling: Standing<Waiting>): Promise<boolean> =>
  enoughOf(await signalsOf(handling), handling)

/** The data of the signals by id, as JSON text. */
export const dataOf = async (handling: Standing<{ readonly handle: string }>): Promise<string> => {
  const received = await signalsOf(handling)
  return JSON.stringify(Object.fromEntries(received.map(([id, { data }]) => [id, data])))
}
