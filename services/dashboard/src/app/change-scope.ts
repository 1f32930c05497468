import type { ScopeChange } from '@nimbo/contracts/dashboard/session'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { OpenSession, Session } from '../domain/session.ts'
import { errors } from '../errors.ts'
import type { HorizonApp } from './app.ts'
import { replaceSession } from './keep-session.ts'
import { sessionOf } from './session-of.ts'

/**
 * Switches a session to another project, region or the system. Closes the session's event streams; the pages reconnect with the
 * new scope.
 */
export const changeScope =
  (app: HorizonApp) =>
  async (ctx: Context, open: OpenSession, wanted: ScopeChange): Promise<Session> => {
    const changed = await changedTo(app, ctx, open, wanted)
    if (!(await replaceSession(app)(open.idHash, changed))) throw errors.NoSession()
    app.streams.end(open.idHash)
    return changed
  }

const changedTo = async (
  app: HorizonApp,
  ctx: Context,
  { token, view, endpoints }: OpenSession,
  wanted: ScopeChange,
): Promise<Session> => {
  if ('region' in wanted) {
    const { region } = wanted
    if (!view.regions.includes(region)) throw errors.UnknownRegion({ region })
    return { token, endpoints, view: { ...view, region } }
  }
  const scope = 'system' in wanted ? { system: { all: true } } : { project: { id: wanted.project_id } }
  try {
    const issued = await app.identity.issue(ctx, {
      identity: { methods: ['token'], token: { id: token } },
      scope,
    })
    const { projects, system_allowed: systemAllowed, region } = view
    return sessionOf(issued, { projects, systemAllowed, regions: [region, app.config.DEFAULT.region] })
  } catch (error) {
    // The session keeps its current scope when another one is refused.
    if (isFault(error, 'LoginRefused')) throw errors.ScopeRefused({}, { cause: error })
    throw error
  }
}
