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

/** Puts all ports of a router on a host, or on none; the hosts concerned are told. */
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

/** Has a host run a router; who ran it before is told to stop. */
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

/** Has nobody run a router any more. */
const runNowhere = async (inside: Inside, routerId: string): Promise<void> => {
  const { deps, ctx, db, afterwards } = inside
  const before = (await hostsRunning(db, [routerId])).get(routerId)
  if (before === undefined) return
  await unbindRouter(db, routerId)
  await moveItsPorts(inside, routerId, '')
  afterwards(() => deps.hosts.routersChanged(ctx, before, [routerId]))
}

/**
 * The host that runs a router, of several one of them; one is found for it where none does. Empty while no agent lives: the next
 * that reports takes it.
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

/** All hosts that run a router. */
const hostsOf = async ({ db }: Inside, routerId: string): Promise<readonly string[]> => {
  const host = (await hostsRunning(db, [routerId])).get(routerId)
  const others = (await haBindingsOfRouter(db, routerId)).map((binding) => binding.host)
  const everywhere = await hostsOfDistributed(db, routerId)
  return [...new Set([...(host === undefined ? [] : [host]), ...others, ...everywhere])]
}

/** Finds a host anew for a router that another kind of agent runs now. */
export const runAnew = async (inside: Inside, { id }: Pick<PlainRouter, 'id'>): Promise<void> => {
  if (!(await hostsRunning(inside.db, [id])).has(id)) return
  await runNowhere(inside, id)
  await hostFor(inside, id)
}

/** Tells the hosts that run a router, once the transaction is committed. */
export const tellRunning = async (inside: Inside, routerId: string): Promise<void> => {
  const { deps, ctx, afterwards } = inside
  for (const host of await hostsOf(inside, routerId))
    afterwards(() => deps.hosts.routersChanged(ctx, host, [routerId]))
}

/** Has the hosts that run a router wire a port of it, once the transaction is committed. */
export const haveWired = async (inside: Inside, routerId: string, portId: string): Promise<void> => {
  const { deps, ctx, afterwards } = inside
  for (const host of await hostsOf(inside, routerId))
    afterwards(() => deps.hosts.portsChanged(ctx, host, [portId]))
}

/** Notes whether packets cross a host, of those that run a router: the ports of the router are there then. */
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

/** Has further hosts run a router, where there are some. */
export const runOnMore = async (inside: Inside, routerId: string): Promise<void> => {
  const router = await routers.plain(inside.db, 'all', routerId)
  if (!router?.ha) return
  const [host] = await spreadRouter(inside, router)
  if (host === undefined || (await hostsRunning(inside.db, [routerId])).has(routerId)) return
  await runOn(inside, routerId, host)
}

/** Has several hosts run a router. */
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

/** Has the host run a router alone that its ports are bound to. */
export const runAlone = async (
  inside: Inside,
  router: Pick<PlainRouter, 'id' | 'project_id'>,
): Promise<void> => {
  await tellRunning(inside, router.id)
  await endTogether(inside, router)
}

/** Has a host run a router no more that others may go on running. */
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
