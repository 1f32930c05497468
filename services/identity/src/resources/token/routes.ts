import * as operations from '@nimbo/contracts/identity/tokens'
import { answer } from '@nimbo/http/answer'
import type { MoreNeeded } from './issue-token.ts'
import { signedCallOf } from '../oauth1/signed-call-of.ts'
import { handle } from '../../api/handle.ts'
import { knownBeyond } from './known-beyond.ts'
import { readLogin } from './read-login.ts'
import { microseconds, tokenView } from './view.ts'

const vary = { vary: 'X-Auth-Token' }

const moreNeeded = ({ receipt, receiptId, user: { id, name, domain }, required }: MoreNeeded) =>
  answer(
    {
      receipt: {
        methods: [...receipt.methods],
        user: { id, name, domain },
        issued_at: microseconds(receipt.issuedAt),
        expires_at: microseconds(receipt.expiresAt),
      },
      required_auth_methods: required.map((rule) => [...rule]),
    },
    { status: 401, headers: { ...vary, 'openstack-auth-receipt': receiptId } },
  )

const create = handle(operations.createToken, async ({ ctx, app, body, query, request }) => {
  const { identity, scope } = readLogin(body.auth, app.authMethods)
  const receiptId = request.headers['openstack-auth-receipt']
  const asker = { address: request.remoteAddress, agent: request.headers['user-agent'] }
  const federated = { headers: request.headers, address: request.remoteAddress }
  const cameBy = { ctx, federated, signed: signedCallOf(request) }
  const login = { identity, scope, receiptId, cameBy }
  const issued = await app.tokens.issue(ctx, login, asker)
  if ('receipt' in issued) return moreNeeded(issued)
  const { id, token } = issued
  const known = 'nocatalog' in query ? undefined : await knownBeyond(app, token)
  return answer({ token: tokenView(token, known) }, { headers: { ...vary, 'x-subject-token': id } })
})

const show = handle(operations.showToken, async ({ app, found: { token }, query, request }) => {
  const known = 'nocatalog' in query ? undefined : await knownBeyond(app, token)
  const subject = request.headers['x-subject-token'] ?? ''
  return answer({ token: tokenView(token, known) }, { headers: { ...vary, 'x-subject-token': subject } })
})

const check = handle(operations.checkToken, async ({ request }) => {
  const subject = request.headers['x-subject-token'] ?? ''
  return answer(undefined, { headers: { ...vary, 'x-subject-token': subject } })
})

const revoke = handle(operations.revokeToken, async ({ app, found: { token } }) => {
  await app.tokens.revoke(token.claims.auditIds[0] ?? '')
})

export const tokenRoutes = [create, show, check, revoke]
