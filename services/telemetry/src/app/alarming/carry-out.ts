import { allOrNone } from '@nimbo/db/all-or-none'
import { internalContext, newRequestId } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import { type Action, claimAction, postponeAction, removeAction } from '../../db/alarming/actions.ts'
import { trustActionOf } from '../../domain/alarming/trust-action.ts'
import { findAlarm } from '../../db/alarming/alarms.ts'
import { type AlarmApp, instantOf } from './alarm-app.ts'
import { tellChange } from './alarms.ts'

/** Posts to a URL; throws unless the answer is a success. */
export type Post = (url: URL, body: string, headers: Readonly<Record<string, string>>) => Promise<void>

export interface Trying {
  readonly retries: number
  readonly timeoutMs: number
  readonly post: Post
}

/** How long after the timeout of its request an action may be claimed by another notifier, in milliseconds. */
const spareMs = 30_000

const later = ({ clock }: Pick<AlarmApp, 'clock'>, ms: number): string =>
  new Date(clock.now() + ms).toISOString().replace('Z', '000')

const act = async (app: AlarmApp, { url, body, alarm_id }: Action, { post }: Trying): Promise<void> => {
  const target = new URL(url)
  if (target.protocol === 'log:')
    app.log.info({ alarm: alarm_id, told: JSON.parse(body) }, 'an alarm has changed')
  else if (target.protocol !== 'test:') {
    const { address, trustId } = trustActionOf(target)
    const trusted = trustId === undefined ? undefined : app.trusts.by(trustId)
    const names = (await trusted?.headers(internalContext())) ?? {}
    const headers = { 'content-type': 'application/json', 'x-openstack-request-id': newRequestId(), ...names }
    await post(address, body, headers).catch((error: unknown) => {
      // The token may have been revoked with its trust: the next try asks for another one.
      trusted?.refused(names)
      throw error
    })
  }
}

/** Records in the alarm's history that an action has failed for good. */
const reportFailure = async (app: AlarmApp, action: Action, reason: string): Promise<void> =>
  allOrNone(app.db, async (trx) => {
    await removeAction(trx, action.position)
    const alarm = await findAlarm(trx, action.alarm_id)
    if (!alarm) return
    const { protocol, host, pathname } = new URL(action.url)
    await tellChange(trx, internalContext(), alarm, {
      ...{ type: 'action failure', timestamp: instantOf(app) },
      detail: { action: `${protocol}//${host}${pathname}`, tries: action.tries + 1, reason },
    })
  })

/** Carries out an action, unless another notifier has claimed it; a failed one is retried later, a limited number of times. */
export const carryOut =
  (app: AlarmApp, trying: Trying) =>
  async (action: Action): Promise<void> => {
    if (!(await claimAction(app.db, action, later(app, trying.timeoutMs + spareMs)))) return
    try {
      await act(app, action, trying)
      await removeAction(app.db, action.position)
    } catch (error) {
      app.log.warn({ alarm: action.alarm_id, reason: messageOf(error) }, 'an action of an alarm failed')
      if (action.tries >= trying.retries) await reportFailure(app, action, messageOf(error))
      else await postponeAction(app.db, action.position, later(app, 1000 * 2 ** action.tries))
    }
  }
