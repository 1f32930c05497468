import {
  longestGraceSeconds,
  lookForStackLeftovers,
  repairStackLeftovers,
} from '@nimbo/contracts/orchestration/nimbo-audit'
import { auditStacks } from '../app/audit/audit-stacks.ts'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'

/** The default grace period in seconds: shorter inconsistencies are not reported. */
const defaultGraceSeconds = 3

const graceOf = (text: string | undefined): number => {
  const seconds = text === undefined ? defaultGraceSeconds : Number(text)
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > longestGraceSeconds)
    throw errors.BadRequest({ message: `grace must be seconds from 0 to ${longestGraceSeconds}: '${text}'` })
  return Math.round(seconds * 1_000)
}

const look = handle(lookForStackLeftovers, async ({ ctx, app, query }) => ({
  audit: await auditStacks(app)(ctx, { repair: false, graceMs: graceOf(query.grace) }),
}))

const repair = handle(repairStackLeftovers, async ({ ctx, app, body }) => {
  const graceMs = Math.round((body.grace ?? defaultGraceSeconds) * 1_000)
  return { audit: await auditStacks(app)(ctx, { repair: body.repair, graceMs }) }
})

/** The audit of stacks, for admins. */
export const auditRoutes = [look, repair]
