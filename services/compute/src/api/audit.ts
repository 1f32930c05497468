import { exact } from '@nimbo/contracts/compute/words'
import { ok } from '@nimbo/http/reply'
import { Type } from 'typebox'
import { errors } from '../errors.ts'
import { route } from './route.ts'

/** How long something must have been wrong to be reported, in seconds, unless the caller says otherwise. */
const defaultGraceSeconds = 3
const longestGraceSeconds = 600

const graceOf = (text: string | undefined): number => {
  const seconds = text === undefined ? defaultGraceSeconds : Number(text)
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > longestGraceSeconds)
    throw errors.BadRequest({ reason: `grace must be seconds from 0 to ${longestGraceSeconds}: '${text}'` })
  return Math.round(seconds * 1_000)
}

const look = route({
  method: 'GET',
  path: '/nimbo-audit',
  name: 'audit.look',
  policy: 'os_compute_api:nimbo-audit:look',
  replies: [200],
  handle: async ({ ctx, app, query }) =>
    ok({ audit: await app.audit(ctx, { repair: false, graceMs: graceOf(query.grace) }) }),
})

const Order = Type.Object(
  {
    repair: Type.Boolean(),
    grace: Type.Optional(Type.Number({ minimum: 0, maximum: longestGraceSeconds })),
  },
  exact,
)

const repair = route({
  method: 'POST',
  path: '/nimbo-audit',
  name: 'audit.repair',
  policy: 'os_compute_api:nimbo-audit:repair',
  body: Order,
  replies: [200],
  handle: async ({ ctx, app, body }) => {
    const graceMs = Math.round((body.grace ?? defaultGraceSeconds) * 1_000)
    return ok({ audit: await app.audit(ctx, { repair: body.repair, graceMs }) })
  },
})

/** What is left over or disagrees in the whole cloud, for admins. */
export const auditRoutes = [look, repair]
