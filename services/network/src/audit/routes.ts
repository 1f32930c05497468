import { graceMsOf } from '@nimbo/contracts/compute/audit'
import { lookForNetworkLeftovers, repairNetworkLeftovers } from '@nimbo/contracts/network/nimbo-audit'
import { handlersOf } from '@nimbo/http/handle'
import type { Deps } from '../app/deps.ts'
import { errors } from '../errors.ts'
import { auditNetworks } from './audit-networks.ts'

const refuse = (reason: string) => errors.HTTPBadRequest({ reason })

const handle = handlersOf<Deps>()({})

const look = handle(lookForNetworkLeftovers, async ({ ctx, app, query }) => ({
  audit: await auditNetworks(app)(ctx, { repair: false, graceMs: graceMsOf(query.grace?.[0], refuse) }),
}))

const repair = handle(repairNetworkLeftovers, async ({ ctx, app, body }) => ({
  audit: await auditNetworks(app)(ctx, { repair: body.repair, graceMs: graceMsOf(body.grace, refuse) }),
}))

/** The audit of networks, for admins. */
export const auditRoutes = [look, repair]
