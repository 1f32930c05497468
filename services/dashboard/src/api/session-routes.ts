import { changeScope, createLoginLink, logIn, logOut, showSession } from '@nimbo/contracts/dashboard/session'
import { answer } from '@nimbo/http/answer'
import { handlersOf } from '@nimbo/http/handle'
import type { HttpRequest } from '@nimbo/http/message'
import type { HorizonApp } from '../app/app.ts'
import { changeScope as change } from '../app/change-scope.ts'
import { findSession, keepSession } from '../app/keep-session.ts'
import { logIn as prove } from '../app/log-in.ts'
import { logOut as end } from '../app/log-out.ts'
import { makeLink } from '../app/make-link.ts'
import { noCookie, sessionCookie, sessionIdIn } from '../domain/cookie.ts'
import type { OpenSession } from '../domain/session.ts'
import { errors } from '../errors.ts'
import { loginPath } from './login-path.ts'
import { sessionView } from './session-view.ts'

const handle = handlersOf<HorizonApp>()({})

/** The session of a request. Throws `NoSession`. */
export const requireSession = async (app: HorizonApp, { headers }: HttpRequest): Promise<OpenSession> => {
  const session = await findSession(app)(sessionIdIn(headers.cookie))
  if (!session) throw errors.NoSession()
  return session
}

const create = handle(logIn, async ({ ctx, app, body, request }) => {
  const session = await prove(app)(ctx, body)
  const id = await keepSession(app)(session)
  return answer(sessionView(app, session), {
    status: 201,
    headers: { 'set-cookie': sessionCookie(id, request) },
  })
})

const show = handle(showSession, async ({ app, request }) =>
  sessionView(app, await requireSession(app, request)),
)

const rescope = handle(changeScope, async ({ ctx, app, body, request }) =>
  sessionView(app, await change(app)(ctx, await requireSession(app, request), body)),
)

const remove = handle(logOut, async ({ ctx, app, request }) => {
  const session = await findSession(app)(sessionIdIn(request.headers.cookie))
  if (session) await end(app)(ctx, session)
  return answer(undefined, { status: 204, headers: { 'set-cookie': noCookie(request) } })
})

const link = handle(createLoginLink, async ({ ctx, app, request }) => {
  const { code, expiresAt } = await makeLink(app)(ctx, request.headers['x-auth-token'])
  const body = { code, expires_at: expiresAt, path: loginPath(request, code) }
  return answer(body, { status: 201, headers: { 'cache-control': 'no-store' } })
})

export const sessionRoutes = [create, show, rescope, remove, link]
