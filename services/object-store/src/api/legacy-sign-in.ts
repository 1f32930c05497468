import { anonymousContext } from '@nimbo/http/anonymous-context'
import type { HttpRequest, HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import type { SwiftApp } from '../app/app.ts'
import type { Login, SignIn } from '../app/access/sign-in.ts'
import { errors } from '../errors.ts'

/** Reads `X-Auth-User: project:user` and `X-Auth-Key`, or the older names of both. */
const loginIn = ({ headers }: HttpRequest): Login => {
  const name = headers['x-auth-user'] ?? headers['x-storage-user'] ?? ''
  const password = headers['x-auth-key'] ?? headers['x-storage-pass'] ?? ''
  const colon = name.indexOf(':')
  if (colon < 1 || password === '') throw errors.Unauthenticated()
  return { project: name.slice(0, colon), user: name.slice(colon + 1), password }
}

/**
 * TempAuth's protocol, for clients that do not support Keystone: returns a Keystone token and the storage URL of its project's
 * account.
 */
export const legacySignIn =
  ({ clock, config }: Pick<SwiftApp, 'clock' | 'config'>, signIn: SignIn) =>
  async (request: HttpRequest): Promise<HttpResponse> => {
    const { token, projectId, expiresAt } = await signIn(anonymousContext(request.state), loginIn(request))
    const { reseller_prefix } = config['filter:keystoneauth']
    return bytes(200, '', {
      'content-type': 'text/html; charset=UTF-8',
      'x-auth-token': token,
      'x-storage-token': token,
      'x-auth-token-expires': String(Math.max(0, Math.floor((expiresAt - clock.now()) / 1000))),
      'x-storage-url': `${request.origin}${request.mount}/v1/${reseller_prefix}_${projectId}`,
    })
  }
