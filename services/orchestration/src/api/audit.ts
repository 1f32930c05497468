import { graceMsOf } from '@nimbo/contracts/compute/audit'
import { lookForStackLeftovers, repairStackLeftovers } from '@nimbo/contracts/orchestration/nimbo-audit'
import { auditStacks } from '../app/audit/audit-stacks.ts'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'

const refuse = (reason: string) => errors.BadRequest({ message: reason })

const look = handle(lookForStackLeftovers, async ({ ctx, app, query }) => ({
  audit: await auditStacks(app)(ctx, { repair: false, graceMs: graceMsOf(query.grace, refuse) }),
}))

const repair = handle(repairStackLeftovers, async ({ ctx, app, body }) => ({
  audit: await auditStacks(app)(ctx, { repair: body.repair, graceMs: graceMsOf(body.grace, refuse) }),
}))

/** The audit of stacks, for admins. */
export const auditRoutes = [look, repair]
