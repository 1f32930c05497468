import { portNotifications } from '@nimbo/contracts/network/notifications/resources'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Store } from '../db/store.ts'
import {
  type AddressPair,
  type FixedIpRequest,
  isServerPort,
  type PlainPort,
  type Port,
} from '../domain/port.ts'
import { errors } from '../errors.ts'
import { reallocateAddresses } from './allocate-addresses.ts'
import { bindToHost } from './bind-port.ts'
import { computeEvent } from './compute-event.ts'
import type { Deps, Values } from './deps.ts'
import { checkGroups, checkPairs, withMac } from './port-checks.ts'
import { refreshed } from './refreshed.ts'
import { groupsOf, spread } from './spread-ports.ts'

/** What a changed host does to a port: a new binding, and a status that has to be earned again. */
const rebinding = async (deps: Deps, ctx: Context, port: Port, changes: Values): Promise<Values> => {
  const host = changes['binding:host_id'] as string | undefined
  const failedBefore = port['binding:vif_type'] === 'binding_failed'
  if (host === undefined || (host === port['binding:host_id'] && !failedBefore)) return {}
  const network = await deps.store.networks.plain(port.network_id)
  if (!network) throw errors.NetworkNotFound({ id: port.network_id })
  return { ...(await bindToHost(deps)(ctx, network, host)), status: 'DOWN' }
}

const checkMacChange = (port: Port, mac: unknown): void => {
  if (mac === undefined || mac === port.mac_address) return
  if (port['binding:host_id'] !== '')
    throw errors.PortBound({
      portId: port.id,
      vifType: port['binding:vif_type'],
      oldMac: port.mac_address,
      newMac: String(mac),
    })
}

const checkMacFree = async (store: Store, port: Port, mac: unknown): Promise<void> => {
  if (mac === undefined || mac === port.mac_address) return
  const filters = new Map([
    ['network_id', [port.network_id]],
    ['mac_address', [mac]],
  ])
  const [holder] = await store.ports.list('all', filters, { limit: 1 })
  if (holder) throw errors.MacAddressInUse({ networkId: port.network_id, mac: String(mac) })
}

const checkSecurity = (deps: Deps, port: Port, changes: Values): void => {
  const secured = (changes.port_security_enabled ?? port.port_security_enabled) as boolean
  const groups = (changes.security_groups ?? port.security_groups) as readonly string[]
  if (!secured && groups.length > 0) {
    throw changes.security_groups === undefined
      ? errors.PortSecurityPortHasSecurityGroup()
      : errors.PortSecurityAndIPRequiredForSecurityGroups()
  }
  const pairs = (changes.allowed_address_pairs ??
    port.allowed_address_pairs) as readonly Partial<AddressPair>[]
  checkPairs(deps, pairs, secured)
}

/** A changed option replaces the one of its name; a null value takes it away. */
const mergedOptions = (port: Port, asked: Port['extra_dhcp_opts']): Port['extra_dhcp_opts'] => {
  const sameOption = (one: Port['extra_dhcp_opts'][number]) => `${one.opt_name} ${one.ip_version ?? 4}`
  const merged = new Map([...port.extra_dhcp_opts, ...asked].map((each) => [sameOption(each), each]))
  return [...merged.values()].filter(({ opt_value }) => opt_value !== null)
}

const columnChanges = (port: Port, changes: Values): Values => {
  const { fixed_ips: _ips, security_groups: _groups, ...columns } = changes
  const pairs = columns.allowed_address_pairs as readonly Partial<AddressPair>[] | undefined
  const options = columns.extra_dhcp_opts as Port['extra_dhcp_opts'] | undefined
  const mac = (columns.mac_address ?? port.mac_address) as string
  return {
    ...columns,
    ...(pairs ? { allowed_address_pairs: withMac(pairs, mac) } : {}),
    ...(options ? { extra_dhcp_opts: mergedOptions(port, options) } : {}),
  }
}

export const updatePort =
  (deps: Deps) =>
  async (ctx: Context, port: Port, changes: Values): Promise<Port> => {
    checkMacChange(port, changes.mac_address)
    checkSecurity(deps, port, changes)
    const binding = await rebinding(deps, ctx, port, changes)
    const { updated, events } = await deps.transaction(async (store) => {
      const groups = changes.security_groups as readonly string[] | undefined
      const requests = changes.fixed_ips as readonly FixedIpRequest[] | undefined
      if (groups) {
        await checkGroups(store, { projectId: port.project_id }, groups)
        await store.ports.setSecurityGroups(port.id, groups)
      }
      const columns = { ...columnChanges(port, changes), ...binding }
      await checkMacFree(store, port, changes.mac_address)
      await store.ports.rows.update(port.id, columns, timestamp(deps.clock))
      if (requests)
        await reallocateAddresses(store, await refreshed(store.ports, port.id), requests, deps.random)
      const concernsServer = requests !== undefined && isServerPort(port)
      const events = concernsServer ? [computeEvent(ctx, deps.clock, 'network-changed', port)] : []
      await store.computeEvents.add(events)
      const updated = await refreshed(store.ports, port.id)
      await deps.notices.updated(store, ctx, portNotifications, changes, updated)
      return { updated, events }
    })
    deps.sendComputeEvents(events)
    const before = port['binding:host_id'] === updated['binding:host_id'] ? [] : [port]
    await spread(deps, ctx, [updated, ...before])
    if (changes.fixed_ips || changes.security_groups) deps.membersChanged(groupsOf([port, updated]))
    return updated
  }

/** Deletes a port; compute is told when it was a server's. */
export const deletePort =
  (deps: Deps) =>
  async (ctx: Context, port: PlainPort): Promise<void> => {
    const { security_groups, events } = await deps.allOrNone(async (store) => {
      const security_groups = await store.ports.groupsOf(port.id)
      const gone = { id: port.id, read: () => refreshed(store.ports, port.id) }
      const deleted = await deps.notices.deleting(store, ctx, portNotifications, gone, async () => {
        const deleted = await store.ports.rows.delete(port.id)
        await store.tags.removeAll(port.id)
        return deleted
      })
      const ofServer = deleted && isServerPort(port) && port.device_id !== ''
      const events = ofServer ? [computeEvent(ctx, deps.clock, 'network-vif-deleted', port)] : []
      await store.computeEvents.add(events)
      return { security_groups, events }
    })
    deps.sendComputeEvents(events)
    if (port['binding:host_id'] !== '') await deps.agents.portsGone(ctx, port['binding:host_id'], [port.id])
    deps.dhcpChanged([port.network_id])
    deps.membersChanged(security_groups)
  }
