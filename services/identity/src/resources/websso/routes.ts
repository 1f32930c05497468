import * as operations from '@nimbo/contracts/identity/websso'
import type { Context } from '@nimbo/kernel/context'
import { answer } from '@nimbo/http/answer'
import type { HttpRequest } from '@nimbo/http/message'
import { handle } from '../../api/handle.ts'
import type { IdentityApp } from '../../app/identity-app.ts'
import { federatedRequestOf } from '../federation-protocol/federated-request-of.ts'
import { callbackPage } from './callback-page.ts'

interface WebSsoCall {
  readonly ctx: Context
  readonly app: IdentityApp
  readonly params: { readonly protocol_id: string; readonly idp_id?: string }
  readonly query: { readonly origin?: string }
  readonly request: HttpRequest
}

const signIn = async ({ ctx, app, params: { protocol_id, idp_id }, query, request }: WebSsoCall) => {
  const asked = { protocolId: protocol_id, origin: query.origin, ...(idp_id ? { idpId: idp_id } : {}) }
  const federated = await federatedRequestOf(request)
  const done = await app.signInToDashboard(ctx, asked, federated)
  if ('location' in done)
    return answer(undefined, {
      status: 302,
      headers: { location: done.location, 'set-cookie': done.cookie, 'cache-control': 'no-store' },
    })
  const page = callbackPage(done)
  // The page contains a token and must not be cached.
  return answer(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

export const webSsoRoutes = [
  handle(operations.webSso, signIn),
  handle(operations.webSsoByForm, signIn),
  handle(operations.webSsoOfOne, signIn),
  handle(operations.webSsoOfOneByForm, signIn),
]
