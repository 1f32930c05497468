import { content, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { open } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Failure = view({ error: Type.String(), error_description: Type.String() })

export const createOauth2Token = operation({
  id: 'oauth2_tokens.create',
  method: 'POST',
  path: '/v3/OS-OAUTH2/token',
  summary: 'Get a token by an application credential (RFC 6749, 4.4) or a TLS client certificate (RFC 8705)',
  on: open('this is where programs prove who they are'),
  body: content('application/x-www-form-urlencoded'),
  replies: {
    200: view({
      access_token: Type.String(),
      token_type: Type.Literal('Bearer'),
      expires_in: Type.Integer(),
    }),
    400: Failure,
    401: Failure,
  },
})
