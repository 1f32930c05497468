import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { pageLinks, query, text } from './words.ts'

/** An event revokes the tokens that match all its attributes. */
export const listRevocationEvents = operation({
  id: 'revocation_events.list',
  method: 'GET',
  path: '/v3/OS-REVOKE/events',
  summary: 'List the events that ended tokens before their time',
  rule: 'identity:list_revoke_events',
  on: ownProject,
  query: query({ since: text }),
  replies: {
    200: view({
      events: Type.Array(
        view({
          audit_id: Type.Optional(Type.String()),
          user_id: Type.Optional(Type.String()),
          project_id: Type.Optional(Type.String()),
          domain_id: Type.Optional(Type.String()),
          issued_before: Type.String(),
          revoked_at: Type.String(),
        }),
      ),
      ...pageLinks,
    }),
  },
})
