import { longestGraceSeconds, lookForLeftovers, repairLeftovers } from '@nimbo/contracts/compute/nimbo-audit'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'

/** By default, a problem is reported only when it has lasted this many seconds. */
const defaultGraceSeconds = 3

const graceOf = (text: string | undefined): number => {
  const seconds = text === undefined ? defaultGraceSeconds : Number(text)
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > longestGraceSeconds)
    throw errors.BadRequest({ reason: `grace must be seconds from 0 to ${longestGraceSeconds}: '${text}'` })
  return Math.round(seconds * 1_000)
}

const look = handle(lookForLeftovers, async ({ ctx, app, query }) => ({
  audit: await app.audit(ctx, { repair: false, graceMs: graceOf(query.grace) }),
}))

const repair = handle(repairLeftovers, async ({ ctx, app, body }) => {
  const graceMs = Math.round((body.grace ?? defaultGraceSeconds) * 1_000)
  return { audit: await app.audit(ctx, { repair: body.repair, graceMs }) }
})

/** The audit of the whole cloud, for admins. */
export const auditRoutes = [look, repair]
