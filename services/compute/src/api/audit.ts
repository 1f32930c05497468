import { graceMsOf } from '@nimbo/contracts/compute/audit'
import { lookForLeftovers, repairLeftovers } from '@nimbo/contracts/compute/nimbo-audit'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'

const refuse = (reason: string) => errors.BadRequest({ reason })

const look = handle(lookForLeftovers, async ({ ctx, app, query }) => ({
  audit: await app.audit(ctx, { repair: false, graceMs: graceMsOf(query.grace, refuse) }),
}))

const repair = handle(repairLeftovers, async ({ ctx, app, body }) => ({
  audit: await app.audit(ctx, { repair: body.repair, graceMs: graceMsOf(body.grace, refuse) }),
}))

/** The audit of the whole cloud, for admins. */
export const auditRoutes = [look, repair]
