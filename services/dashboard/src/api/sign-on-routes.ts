import { beginSignOn, endSignOn, listSignOns } from '@nimbo/contracts/dashboard/sign-ons'
import { answer } from '@nimbo/http/answer'
import { boundedBody, defaultBodyLimit } from '@nimbo/http/bounded-body'
import { handlersOf } from '@nimbo/http/handle'
import { type HttpRequest, textOf } from '@nimbo/http/message'
import type { HorizonApp } from '../app/app.ts'
import { makeLink } from '../app/make-link.ts'
import { comesFromPage } from '../domain/origin.ts'
import { signOnAddress, signOnsOf } from '../domain/sign-on.ts'
import { errors } from '../errors.ts'
import { loginPath } from './login-path.ts'

const handle = handlersOf<HorizonApp>()({})

/** The Keystone URL for browsers. */
const keystoneOf = ({ config: { websso, DEFAULT } }: HorizonApp, { origin }: HttpRequest): string =>
  websso.keystone_url ?? DEFAULT.keystone_url ?? `${origin}/identity/v3`

const list = handle(listSignOns, async ({ app }) => ({ sign_ons: [...signOnsOf(app.config.websso)] }))

const begin = handle(beginSignOn, async ({ app, params, request }) => {
  const found = signOnsOf(app.config.websso).find(({ id }) => id === params.sign_on_id)
  if (!found) throw errors.NoSuchSignOn()
  const location = signOnAddress(
    keystoneOf(app, request),
    found,
    `${request.origin}${request.mount}/auth/websso/`,
  )
  return answer(undefined, { status: 302, headers: { location } })
})

/**
 * Keystone's form is posted from another site, so the browser sends no SameSite cookie: the token becomes a code for the login
 * page, like a login link. The origin is checked, because otherwise another site could log the browser in as the owner of its
 * token.
 */
const end = handle(endSignOn, async ({ ctx, app, request }) => {
  const identity = new URL(keystoneOf(app, request)).origin
  if (!comesFromPage(request, [...app.config.DEFAULT.allowed_origins, identity])) throw errors.ForeignOrigin()
  const form = new URLSearchParams(await textOf(boundedBody(request, defaultBodyLimit)))
  const { code } = await makeLink(app)(ctx, form.get('token') ?? undefined)
  return answer(undefined, {
    status: 303,
    headers: { location: loginPath(request, code), 'cache-control': 'no-store' },
  })
})

export const signOnRoutes = [list, begin, end]
