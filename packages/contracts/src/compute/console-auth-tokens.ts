import { nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { since } from '@nimbo/operation/windows'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'

export const showConsoleAuthToken = operation({
  id: 'console-auth-tokens.show',
  method: 'GET',
  path: '/os-console-auth-tokens/{console_token}',
  summary: 'Show where the console is that a token lets in to; from 2.31 on',
  rule: 'os_compute_api:os-console-auth-tokens',
  on,
  replies: {
    200: view({
      console: view({
        instance_uuid: Type.String(),
        host: Type.String(),
        port: Type.Integer(),
        tls_port: Type.Optional(since('2.99', nullable(Type.Integer()))),
        internal_access_path: nullable(Type.String()),
      }),
    }),
  },
  errors: ['NotFound'],
})
