import type { Context } from '@nimbo/kernel/context'
import type { Actions } from '../../domain/alarming/alarm.ts'
import { wantsTrust, withTrust } from '../../domain/alarming/trust-action.ts'
import type { AlarmApp } from './alarm-app.ts'

/** Ends trusts of which no action makes use any more; one that cannot be ended now is told in the log. */
export const endTrusts = async (
  { trusts, log }: AlarmApp,
  ctx: Context,
  ids: readonly string[],
): Promise<void> => {
  for (const id of ids)
    await trusts.end(ctx, id).catch((error: unknown) => {
      log.warn({ error, trust: id }, 'the trust of an alarm could not be ended')
    })
}

/** Does something with actions, those by trusts with one each, which the caller gives; without what was to be done they end again. */
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
