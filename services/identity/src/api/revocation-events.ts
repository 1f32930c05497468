import { ok } from '@nimbo/http/reply'
import { listView } from './links.ts'
import { route } from './route.ts'
import { microseconds } from './token-view.ts'

const present = (fields: Readonly<Record<string, string | null>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

const listRevocationEvents = route({
  method: 'GET',
  path: '/v3/OS-REVOKE/events',
  name: 'revocation-events.list',
  policy: 'identity:list_revoke_events',
  replies: [200],
  async handle(call) {
    const events = await call.app.tokens.revocations(call.query.since)
    const views = events.map(({ audit_id, user_id, project_id, domain_id, issued_before, revoked_at }) => ({
      ...present({ audit_id, user_id, project_id, domain_id }),
      issued_before: microseconds(Number(issued_before)),
      revoked_at,
    }))
    return ok(listView(call, 'events', views))
  },
})

export const revocationEventRoutes = [listRevocationEvents]
