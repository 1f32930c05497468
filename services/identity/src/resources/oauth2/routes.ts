import { createOauth2Token } from '@nimbo/contracts/identity/oauth2'
import { answer } from '@nimbo/http/answer'
import { bytesOf, type HttpRequest } from '@nimbo/http/message'
import { isFault } from '@nimbo/kernel/errors'
import { handle } from '../../api/handle.ts'

type Wrong = 'invalid_client' | 'invalid_request' | 'unsupported_grant_type'

/** Failures have a form of their own (RFC 6749, 5.2). */
const refuse = (error: Wrong, error_description: string) =>
  answer(
    { error, error_description },
    error === 'invalid_client'
      ? { status: 401, headers: { 'www-authenticate': 'Keystone uri="/v3/OS-OAUTH2/token"' } }
      : { status: 400 },
  )

/** The id and secret that a program shows: in a header, or in the form (RFC 6749, 2.3.1). */
const clientOf = ({ headers }: HttpRequest, form: URLSearchParams): readonly [string, string] | undefined => {
  const [, basic] = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (basic === undefined) {
    const [id, secret] = [form.get('client_id'), form.get('client_secret')]
    return id && secret ? [id, secret] : undefined
  }
  const text = Buffer.from(basic, 'base64').toString()
  const colon = text.indexOf(':')
  return colon > 0 ? [text.slice(0, colon), text.slice(colon + 1)] : undefined
}

const create = handle(createOauth2Token, async ({ ctx, app, request }) => {
  const form = new URLSearchParams((await bytesOf(request.body)).toString())
  const client = clientOf(request, form)
  if (!client) return refuse('invalid_client', 'OAuth2.0 client authorization is required.')
  const grantType = form.get('grant_type')
  if (!grantType) return refuse('invalid_request', 'The parameter grant_type is required.')
  if (grantType !== 'client_credentials')
    return refuse('unsupported_grant_type', 'The parameter grant_type is not supported.')
  const [id, secret] = client
  const identity = {
    methods: ['application_credential'] as const,
    application_credential: { id, secret },
  }
  const asker = { address: request.remoteAddress, agent: request.headers['user-agent'] }
  const issued = await app.tokens.issue(ctx, { identity }, asker).catch((error: unknown) => {
    if (isFault(error, 'Unauthorized')) return undefined
    throw error
  })
  if (!issued || 'receipt' in issued) return refuse('invalid_client', 'Client authentication failed.')
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
