import { timestamp } from '@nimbo/kernel/clock'
import type { Inside } from '../../app/deps.ts'
import { aliveSince, perhapsAliveSince } from '../../hosts/agent-liveness.ts'
import { type AgentRow, l3Agents } from '../agent/agents.ts'
import { ports } from '../port/ports.ts'
import { bindRouter, hostsRunning, routersByHost, unbindRouter } from './router-bindings.ts'
import { portsOfRouter } from './router-ports.ts'

/** The least loaded of the living agents that run routers; after an outage, also one not heard of yet. */
const leastLoaded = async ({ deps, db }: Inside): Promise<AgentRow | undefined> => {
  const [surely, perhaps] = [aliveSince(deps), perhapsAliveSince(deps)]
  const rank = (agent: AgentRow): number => (agent.heartbeat_timestamp >= surely ? 0 : 1)
  const load = await routersByHost(db)
  const [first] = (await l3Agents(db))
    .filter((agent) => agent.admin_state_up === 1 && agent.heartbeat_timestamp >= perhaps)
    .sort(
      (one, other) =>
        rank(one) - rank(other) ||
        (load.get(one.host) ?? 0) - (load.get(other.host) ?? 0) ||
        one.host.localeCompare(other.host),
    )
  return first
}

/** Puts all ports of a router on a host, or on none; the hosts concerned are told. */
const moveItsPorts = async (
  { deps, ctx, db, afterwards }: Inside,
  routerId: string,
  host: string,
): Promise<void> => {
  for (const port of await portsOfRouter(db, routerId)) {
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
export const runNowhere = async (inside: Inside, routerId: string): Promise<void> => {
  const { deps, ctx, db, afterwards } = inside
  const before = (await hostsRunning(db, [routerId])).get(routerId)
  if (before === undefined) return
  await unbindRouter(db, routerId)
  await moveItsPorts(inside, routerId, '')
  afterwards(() => deps.hosts.routersChanged(ctx, before, [routerId]))
}

/** The host that runs a router; one is found for it where none does. Empty while no agent lives: the next that reports takes it. */
export const hostFor = async (inside: Inside, routerId: string): Promise<string> => {
  const running = (await hostsRunning(inside.db, [routerId])).get(routerId)
  if (running !== undefined) return running
  const agent = await leastLoaded(inside)
  if (!agent) return ''
  await runOn(inside, routerId, agent.host)
  return agent.host
}

/** Tells the host that runs a router, once the transaction is committed. */
export const tellRunning = async (inside: Inside, routerId: string): Promise<void> => {
  const { deps, ctx, db, afterwards } = inside
  const host = (await hostsRunning(db, [routerId])).get(routerId)
  if (host !== undefined) afterwards(() => deps.hosts.routersChanged(ctx, host, [routerId]))
}
