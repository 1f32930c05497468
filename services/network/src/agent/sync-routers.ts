import type { l3Plugin, RunRouter } from '@nimbo/contracts/network/l3-rpc'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import type { RunsRouters } from '../driver/runs-routers.ts'
import type { MetadataSockets } from './metadata-sockets.ts'
import { type PendingRouters, requestOf } from './pending-routers.ts'

/** The data and services that the functions of one sync round of the L3 agent share. */
export interface RouterParts {
  readonly host: string
  readonly running: RunsRouters
  readonly plugin: RpcCallers<(typeof l3Plugin)['methods']>
  readonly pending: PendingRouters
  /** The metadata sockets, if metadata is served here. */
  readonly metadata?: MetadataSockets | undefined
  readonly log: Log
}

/** Runs exactly the routers that the server wants, among the changed ones or among all. */
export const syncRouters = async (parts: RouterParts): Promise<void> => {
  const { host, plugin, pending, running } = parts
  const { all, routers: changed } = pending.take()
  if (!all && changed.size === 0) return
  try {
    const { routers: wanted } = all
      ? await plugin.routers(internalContext(), { host })
      : await plugin.routersOf(internalContext(), { host, routerIds: [...changed.keys()] })
    for (const router of wanted) await run(parts, router, requestOf(changed, router.id))
    const keep = new Set(wanted.map(({ id }) => id))
    const candidates = all ? await running.routers() : [...changed.keys()]
    for (const id of candidates.filter((each) => !keep.has(each))) {
      await parts.metadata?.close({ routerId: id })
      await running.removeRouter(id)
    }
  } catch (error) {
    for (const [id, ctx] of changed) pending.router(id, ctx)
    if (all) pending.everything()
    throw error
  }
}

const run = async (parts: RouterParts, router: RunRouter, ctx: Context): Promise<void> => {
  const { host, running, plugin, pending, log } = parts
  const both = [router, ...(router.distributed?.centre ? [router.distributed.centre] : [])]
  const forwarding = both.flatMap(({ forwardings }) => forwardings.map(({ floatingIpId }) => floatingIpId))
  const ids = [
    ...new Set([...both.flatMap(({ floatingIps }) => floatingIps.map(({ id }) => id)), ...forwarding]),
  ]
  try {
    if (!router.adminStateUp) await parts.metadata?.close({ routerId: router.id })
    await running.ensureRouter(router)
    const here = router.election === undefined || (await running.isActive(router.id))
    if (router.election)
      await plugin.electionHeld(ctx, { host, routerId: router.id, active: router.adminStateUp && here })
    if (!here) return await parts.metadata?.close({ routerId: router.id })
    if (ids.length > 0) {
      const reached = router.adminStateUp ? { up: ids, down: [] } : { up: [], down: ids }
      await plugin.floatingIpsReached(ctx, { host, routerId: router.id, ...reached })
    }
    await answerBehind(parts, router)
  } catch (error) {
    log.warn({ host, router: router.id, reason: messageOf(error) }, 'could not run a router; will be retried')
    pending.router(router.id, ctx)
  }
}

/** Serves metadata to guests on the networks of a router. */
const answerBehind = async ({ running, metadata }: RouterParts, router: RunRouter): Promise<void> => {
  if (!metadata?.atRouters || !router.adminStateUp) return
  const wish = router.interfaces.map(({ id }) => id).toSorted()
  await metadata.ensure({ routerId: router.id }, wish.join(' '), () => running.openMetadata(router))
}
