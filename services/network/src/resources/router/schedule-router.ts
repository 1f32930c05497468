import type { PlainRouter } from '@nimbo/contracts/network/router'
import { timestamp } from '@nimbo/kernel/clock'
import type { Inside } from '../../app/deps.ts'
import { ports } from '../port/ports.ts'
import { changeHaState, haBindingsOfRouter } from './availability/ha-rows.ts'
import { beginTogether, endTogether, joinHost, leaveHost, spreadRouter } from './availability/run-together.ts'
import { hostsOfDistributed } from './distribution/where-distributed.ts'
import { agentsByLoad } from './least-loaded.ts'
import { bindRouter, hostsRunning, unbindRouter } from './router-bindings.ts'
import { boundPortsOfRouter } from './router-ports.ts'
import { routers } from './routers.ts'

/** Binds all ports of a router to a host, or to none, and tells the hosts. */
const moveItsPorts = async (
  { deps, ctx, db, afterwards }: Inside,
  routerId: string,
  host: string,
): Promise<void> => {
  for (const port of await boundPortsOfRouter(db, routerId)) {
    const left = port['binding:host_id']
    if (left === host) continue
    const bound = { 'binding:host_id': host, 'binding:vif_type': host === '' ? 'unbound' : 'other' }
    await ports.update(db, port.id, { ...bound, status: 'DOWN' }, timestamp(deps.clock))
    if (left !== '') afterwards(() => deps.hosts.portsChanged(ctx, left, [port.id]))
    if (host !== '') afterwards(() => deps.hosts.portsChanged(ctx, host, [port.id]))
  }
}

/** Moves a router to a host; the previous one is told to stop it. */
export const runOn = async (inside: Inside, routerId: string, host: string): Promise<void> => {
  const { deps, ctx, db, afterwards } = inside
  const before = (await hostsRunning(db, [routerId])).get(routerId)
  if (before === host) return
  if (before !== undefined) {
    await unbindRouter(db, routerId)
    afterwards(() => deps.hosts.routersChanged(ctx, before, [routerId]))
  }
  await bindRouter(db, routerId, host)
  await moveItsPorts(inside, routerId, host)
  afterwards(() => deps.hosts.routersChanged(ctx, host, [routerId]))
}

/** Unschedules a router; its floating IPs are DOWN until another agent reports them as reached. */
const runNowhere = async (inside: Inside, routerId: string): Promise<void> => {
  const { deps, ctx, db, afterwards } = inside
  const before = (await hostsRunning(db, [routerId])).get(routerId)
  if (before === undefined) return
  await unbindRouter(db, routerId)
  await db.updateTable('floatingips').set({ status: 'DOWN' }).where('router_id', '=', routerId).execute()
  await moveItsPorts(inside, routerId, '')
  afterwards(() => deps.hosts.routersChanged(ctx, before, [routerId]))
}

/**
 * The host of a router, one of several with HA; an unscheduled router is scheduled. Empty while no agent is alive: the
 * next one that reports gets it.
 */
export const hostFor = async (inside: Inside, routerId: string): Promise<string> => {
  const { db } = inside
  const running = (await hostsRunning(db, [routerId])).get(routerId)
  if (running !== undefined) return running
  const router = await routers.plain(db, 'all', routerId)
  const [host] = router?.ha
    ? await spreadRouter(inside, router)
    : (await agentsByLoad(inside, { distributed: router?.distributed ?? false })).map((agent) => agent.host)
  if (host === undefined) return ''
  await runOn(inside, routerId, host)
  return host
}

/** All hosts of a router. */
const hostsOf = async ({ db }: Inside, routerId: string): Promise<readonly string[]> => {
  const host = (await hostsRunning(db, [routerId])).get(routerId)
  const others = (await haBindingsOfRouter(db, routerId)).map((binding) => binding.host)
  const everywhere = await hostsOfDistributed(db, routerId)
  return [...new Set([...(host === undefined ? [] : [host]), ...others, ...everywhere])]
}

/** Schedules a router again after a change of its kind (distributed, HA). */
export const runAnew = async (inside: Inside, { id }: Pick<PlainRouter, 'id'>): Promise<void> => {
  if (!(await hostsRunning(inside.db, [id])).has(id)) return
  await runNowhere(inside, id)
  await hostFor(inside, id)
}

/** Tells the hosts of a router after the commit. */
export const reportRunning = async (inside: Inside, routerId: string): Promise<void> => {
  const { deps, ctx, afterwards } = inside
  for (const host of await hostsOf(inside, routerId))
    afterwards(() => deps.hosts.routersChanged(ctx, host, [routerId]))
}

/** Tells the hosts of a router to wire one of its ports after the commit. */
export const haveWired = async (inside: Inside, routerId: string, portId: string): Promise<void> => {
  const { deps, ctx, afterwards } = inside
  for (const host of await hostsOf(inside, routerId))
    afterwards(() => deps.hosts.portsChanged(ctx, host, [portId]))
}

/** Records which host of an HA router is active; the router's ports are bound to it. */
export const noteElection = async (
  inside: Inside,
  { routerId, host, active }: { readonly routerId: string; readonly host: string; readonly active: boolean },
): Promise<void> => {
  const { db } = inside
  const state = active ? 'active' : 'standby'
  const changed = await changeHaState(db, { router_id: routerId, host, state })
  const running = (await hostsRunning(db, [routerId])).get(routerId)
  if (!changed || !active || running === host) return
  await unbindRouter(db, routerId)
  await bindRouter(db, routerId, host)
  await moveItsPorts(inside, routerId, host)
}

/** Schedules an HA router on more hosts if there are any. */
export const runOnMore = async (inside: Inside, routerId: string): Promise<void> => {
  const router = await routers.plain(inside.db, 'all', routerId)
  if (!router?.ha) return
  const [host] = await spreadRouter(inside, router)
  if (host === undefined || (await hostsRunning(inside.db, [routerId])).has(routerId)) return
  await runOn(inside, routerId, host)
}

/** Turns a router into an HA router on several hosts. */
export const runTogether = async (
  inside: Inside,
  router: Pick<PlainRouter, 'id' | 'project_id'>,
): Promise<void> => {
  await beginTogether(inside, router)
  const running = (await hostsRunning(inside.db, [router.id])).get(router.id)
  if (running !== undefined) await joinHost(inside, router, running)
  const [host] = await spreadRouter(inside, router)
  if (running === undefined && host !== undefined) await runOn(inside, router.id, host)
}

/** Turns an HA router into one on the single host that its ports are bound to. */
export const runAlone = async (
  inside: Inside,
  router: Pick<PlainRouter, 'id' | 'project_id'>,
): Promise<void> => {
  await reportRunning(inside, router.id)
  await endTogether(inside, router)
}

/** Removes a host from a router that may have others. */
export const runWithout = async (inside: Inside, routerId: string, host: string): Promise<void> => {
  const { db } = inside
  const bindings = await haBindingsOfRouter(db, routerId)
  const own = bindings.find((binding) => binding.host === host)
  const others = bindings.filter((binding) => binding.host !== host)
  const next = others.find(({ state }) => state === 'active') ?? others[0]
  if (own) await leaveHost(inside, own)
  if ((await hostsRunning(db, [routerId])).get(routerId) !== host) return
  if (next) await runOn(inside, routerId, next.host)
  else await runNowhere(inside, routerId)
}
