import { listRevocationEvents } from '@nimbo/contracts/identity/revocation-events'
import { handle } from '../../api/handle.ts'
import { wholeLinks } from '../../api/links.ts'
import { microseconds } from './view.ts'

const list = handle(listRevocationEvents, async (call) => {
  const events = await call.app.tokens.revocations(call.query.since)
  return {
    events: events.map(({ audit_id, user_id, project_id, domain_id, issued_before, revoked_at }) => ({
      ...(audit_id === null ? {} : { audit_id }),
      ...(user_id === null ? {} : { user_id }),
      ...(project_id === null ? {} : { project_id }),
      ...(domain_id === null ? {} : { domain_id }),
      issued_before: microseconds(Number(issued_before)),
      revoked_at,
    })),
    ...wholeLinks(call),
  }
})

export const revocationEventRoutes = [list]
