import {
  longestGraceSeconds,
  lookForNetworkLeftovers,
  repairNetworkLeftovers,
} from '@nimbo/contracts/network/nimbo-audit'
import { handlersOf } from '@nimbo/http/handle'
import type { Deps } from '../app/deps.ts'
import { errors } from '../errors.ts'
import { auditNetworks } from './audit-networks.ts'

/** The default grace period in seconds: shorter inconsistencies are not reported. */
const defaultGraceSeconds = 3

const graceOf = (texts: readonly string[] | undefined): number => {
  const text = texts?.[0]
  const seconds = text === undefined ? defaultGraceSeconds : Number(text)
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > longestGraceSeconds)
    throw errors.HTTPBadRequest({
      reason: `grace must be seconds from 0 to ${longestGraceSeconds}: '${text}'`,
    })
  return Math.round(seconds * 1_000)
}

const handle = handlersOf<Deps>()({})

const look = handle(lookForNetworkLeftovers, async ({ ctx, app, query }) => ({
  audit: await auditNetworks(app)(ctx, { repair: false, graceMs: graceOf(query.grace) }),
}))

const repair = handle(repairNetworkLeftovers, async ({ ctx, app, body }) => {
  const graceMs = Math.round((body.grace ?? defaultGraceSeconds) * 1_000)
  return { audit: await auditNetworks(app)(ctx, { repair: body.repair, graceMs }) }
})

/** The audit of networks, for admins. */
export const auditRoutes = [look, repair]
