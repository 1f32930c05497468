import {
  authorizeRequestToken,
  createAccessToken,
  createRequestToken,
} from '@nimbo/contracts/identity/oauth1'
import { rootOf } from '@nimbo/operation/client/api'
import { inIdentity } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command } from '../../grammar/command.ts'
import { shows } from '../../grammar/declared.ts'
import { list, requiredText, text } from '../../grammar/option.ts'
import { everyField, type Result } from '../../output/result.ts'
import { findIn, projectKind, roleKind } from './identity-kinds.ts'
import { oauthHeader } from './oauth-signature.ts'

const service = 'identity'
const consumer = {
  consumerKey: requiredText('<consumer-key>', 'Consumer key'),
  consumerSecret: requiredText('<consumer-secret>', 'Consumer secret'),
}

/** The `Authorization` header of a signed request. */
const signedFor = async (
  session: Session,
  { method, path }: typeof createRequestToken | typeof createAccessToken,
  by: Pick<Parameters<typeof oauthHeader>[0], 'consumer' | 'token' | 'more'>,
): Promise<string> =>
  oauthHeader({
    ...by,
    method,
    url: `${rootOf(await session.endpoint('identity'))}${path}`,
    nowMs: session.clock.now(),
  })

/** Shows the form-encoded response as one resource. */
const formOf = async (reply: Promise<{ text(): Promise<string> }>): Promise<Result> =>
  everyField(
    Object.fromEntries(
      [...new URLSearchParams(await (await reply).text())].map(([name, value]) => [
        name === 'oauth_token' ? 'id' : name.replace('oauth_token_', '').replace('oauth_', ''),
        value,
      ]),
    ),
  )

export const requestTokenCommands = [
  command({
    words: 'request token create',
    summary: 'Create a request token',
    calls: [inIdentity(createRequestToken)],
    output: 'one',
    options: {
      ...consumer,
      project: requiredText('<project>', 'Project the consumer requests access to (name or ID)'),
      domain: text('<domain>', 'Domain the project belongs to (name or ID)'),
    },
    run: async (session, { consumerKey, consumerSecret, project, domain }) => {
      const by = { consumer: { key: consumerKey, secret: consumerSecret }, more: { oauth_callback: 'oob' } }
      const headers = {
        authorization: await signedFor(session, createRequestToken, by),
        'requested-project-id': await findIn(session, projectKind, project, domain),
      }
      return formOf(session.api.identity.open(createRequestToken, { headers }))
    },
  }),
  shows({
    words: 'request token authorize',
    summary: 'Authorize a request token',
    ...{ service, operation: authorizeRequestToken },
    options: {
      requestKey: requiredText('<request-key>', 'Request token to authorize (ID)'),
      role: list('<role>', 'Role to delegate to the consumer (name or ID) (required, repeatable)'),
    },
    request: async ({ requestKey, role }, session) => ({
      path: { request_token_id: requestKey },
      body: {
        roles: await Promise.all(
          role.map(async (called) => ({ id: await findIn(session, roleKind, called, undefined) })),
        ),
      },
    }),
  }),
]

export const accessTokenCommands = [
  command({
    words: 'access token create',
    summary: 'Create an access token',
    calls: [inIdentity(createAccessToken)],
    output: 'one',
    options: {
      ...consumer,
      requestKey: requiredText('<request-key>', 'Request token to exchange for access token (ID)'),
      requestSecret: requiredText('<request-secret>', 'Secret of the request token'),
      verifier: requiredText('<verifier>', 'Verifier from the authorization of the request token'),
    },
    run: async (session, { consumerKey, consumerSecret, requestKey, requestSecret, verifier }) => {
      const authorization = await signedFor(session, createAccessToken, {
        consumer: { key: consumerKey, secret: consumerSecret },
        token: { key: requestKey, secret: requestSecret },
        more: { oauth_verifier: verifier },
      })
      return formOf(session.api.identity.open(createAccessToken, { headers: { authorization } }))
    },
  }),
]
