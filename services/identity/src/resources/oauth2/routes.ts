import { createOauth2Token } from '@nimbo/contracts/identity/oauth2'
import { answer } from '@nimbo/http/answer'
import { bytesOf, type HttpRequest } from '@nimbo/http/message'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { handle } from '../../api/handle.ts'
import type { IdentityApp } from '../../app/identity-app.ts'
import type { IssuedToken } from '../../domain/tokens/token.ts'

type Wrong = 'invalid_client' | 'invalid_request' | 'unsupported_grant_type'

/** Builds an OAuth2 error reply (RFC 6749, 5.2). */
const refuse = (error: Wrong, error_description: string) =>
  answer(
    { error, error_description },
    error === 'invalid_client'
      ? { status: 401, headers: { 'www-authenticate': 'Keystone uri="/v3/OS-OAUTH2/token"' } }
      : { status: 400 },
  )

interface Client {
  readonly id: string
  readonly secret: string
}

/** The client id and secret, from the `Authorization` header or the form (RFC 6749, 2.3.1). */
const clientOf = ({ headers }: HttpRequest, form: URLSearchParams): Client => {
  const [, basic] = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (basic === undefined) return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' }
  const text = Buffer.from(basic, 'base64').toString()
  const colon = text.indexOf(':')
  return { id: text.slice(0, Math.max(colon, 0)), secret: text.slice(colon + 1) }
}

interface Asked {
  readonly app: IdentityApp
  readonly ctx: Context
  readonly request: HttpRequest
}

const bySecret = async ({ app, ctx, request }: Asked, client: Client): Promise<IssuedToken | undefined> => {
  const identity = { methods: ['application_credential'] as const, application_credential: client }
  const asker = { address: request.remoteAddress, agent: request.headers['user-agent'] }
  const issued = await app.tokens.issue(ctx, { identity }, asker)
  return 'receipt' in issued ? undefined : issued
}

/** Issues a token to a client that authenticates with its certificate (RFC 8705) or otherwise with its secret. */
const issuedTo = async (asked: Asked, form: URLSearchParams): Promise<IssuedToken | undefined> => {
  const { app, request } = asked
  const client = clientOf(request, form)
  const { clientCertificate } = request
  const method = clientCertificate ? 'tls_client_auth' : 'client_secret_basic'
  if (client.id === '' || !app.oauth2Methods.includes(method)) return undefined
  if (clientCertificate) return app.signInByCertificate(client.id, clientCertificate)
  return client.secret === '' ? undefined : bySecret(asked, client)
}

const create = handle(createOauth2Token, async ({ ctx, app, request }) => {
  const form = new URLSearchParams((await bytesOf(request.body)).toString())
  const grantType = form.get('grant_type')
  if (!grantType) return refuse('invalid_request', 'The parameter grant_type is required.')
  if (grantType !== 'client_credentials')
    return refuse('unsupported_grant_type', `The parameter grant_type ${grantType} is not supported.`)
  const issued = await issuedTo({ app, ctx, request }, form).catch((error: unknown) => {
    if (isFault(error, 'Unauthorized') || isFault(error, 'NotFound')) return undefined
    throw error
  })
  if (!issued) return refuse('invalid_client', 'Client authentication failed.')
  const { issuedAt, expiresAt } = issued.token.claims
  return answer(
    {
      access_token: issued.id,
      token_type: 'Bearer' as const,
      expires_in: Math.floor((expiresAt - issuedAt) / 1000),
    },
    { headers: { 'cache-control': 'no-store', pragma: 'no-cache' } },
  )
})

export const oauth2Routes = [create]
