import type { Context } from '@nimbo/kernel/context'
import type { Actions } from '../../domain/alarming/alarm.ts'
import { trustsNamedNewly, wantsTrust, withTrust } from '../../domain/alarming/trust-action.ts'
import { errors } from '../../alarming-errors.ts'
import type { AlarmApp } from './alarm-app.ts'

/**
 * Throws unless the caller has given the trusts that the actions name: what an action calls gets a token of whoever gave its trust.
 * Actions that an alarm had `before` may stay.
 */
export const requireOwnTrusts = async (
  { trusts }: Pick<AlarmApp, 'trusts'>,
  ctx: Context,
  actions: Actions,
  before?: Actions,
): Promise<void> => {
  for (const id of trustsNamedNewly(actions, before))
    if (!(await trusts.isOf(ctx, id))) throw errors.Invalid({ reason: `Trust ${id} was not given by you` })
}

/** Deletes trusts that no action uses any more; a failure is only logged. */
export const endTrusts = async (
  { trusts, log }: AlarmApp,
  ctx: Context,
  ids: readonly string[],
): Promise<void> => {
  for (const id of ids)
    await trusts.end(ctx, id).catch((error: unknown) => {
      log.warn({ error, trust: id }, 'the trust of an alarm could not be deleted')
    })
}

/**
 * Creates a trust for each action that needs one and calls `work` with the completed actions; deletes the trusts again if `work`
 * fails.
 */
export const withTrusts = async <Result>(
  app: AlarmApp,
  ctx: Context,
  actions: Actions,
  work: (actions: Actions) => Promise<Result>,
): Promise<Result> => {
  const made: string[] = []
  const trusted = async (list: readonly string[]): Promise<readonly string[]> => {
    const urls: string[] = []
    for (const action of list) {
      if (!wantsTrust(action)) {
        urls.push(action)
        continue
      }
      const id = await app.trusts.create(ctx)
      made.push(id)
      urls.push(withTrust(action, id))
    }
    return urls
  }
  try {
    return await work({
      ok_actions: await trusted(actions.ok_actions),
      alarm_actions: await trusted(actions.alarm_actions),
      insufficient_data_actions: await trusted(actions.insufficient_data_actions),
    })
  } catch (error) {
    await endTrusts(app, ctx, made)
    throw error
  }
}
