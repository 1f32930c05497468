import { type Port, port } from '@nimbo/contracts/network/port'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Changes } from '@nimbo/resource/describe/kind'
import type { Deps, Inside } from '../../app/deps.ts'
import { refreshed } from '../../app/refreshed.ts'
import { computeEvent } from '../../compute-events/compute-event.ts'
import { addComputeEvents } from '../../compute-events/compute-events.ts'
import { groupsOf, spread } from '../../hosts/spread-ports.ts'
import { reallocateAddresses } from '../../ipam/allocate-addresses.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { networks } from '../network/networks.ts'
import { allocateForHost, checkFits } from '../segment/addresses-on-segment.ts'
import { type Binding, bindingFailedVif, bindToHost } from './bind-port.ts'
import { isServerPort } from './device-owners.ts'
import { errors } from './errors.ts'
import { exchangeClaim } from './claims/exchange-claim.ts'
import type { ExchangedClaim } from './claims/exchange-groups.ts'
import { newMacAddress } from './mac-address.ts'
import { changeGroups } from './memberships.ts'
import { checkGroups, checkPairs, withMac } from './port-checks.ts'
import { ports } from './ports.ts'
import { updated } from '../../app/life.ts'
import type { Db } from '../../tables.ts'

type PortChanges = Changes<typeof port>

/**
 * The new binding, and a status that the agent must report again, if the host or the kind of interface changes; otherwise empty.
 */
const rebinding = async (
  deps: Deps,
  ctx: Context,
  before: Port,
  { 'binding:host_id': asked, 'binding:vnic_type': vnicType }: PortChanges,
): Promise<Partial<Binding>> => {
  const failedBefore = before['binding:vif_type'] === bindingFailedVif
  const anotherKind = vnicType !== undefined && vnicType !== before['binding:vnic_type']
  const host = asked ?? (anotherKind ? before['binding:host_id'] : undefined)
  const isAsBefore = host === before['binding:host_id'] && !failedBefore && !anotherKind
  if (host === undefined || isAsBefore) return {}
  const id = before.network_id
  const network = await networks.plain(deps.db, 'all', id)
  if (!network) throw networkErrors.NetworkNotFound({ id })
  await checkFits(deps.db, network, before, host)
  return bindToHost(deps)(ctx, network, host, vnicType ?? before['binding:vnic_type'])
}

/** The new MAC; null asks for a generated one. Throws when the port is bound. */
const changedMac = (deps: Deps, before: Port, asked: string | null | undefined): string | undefined => {
  if (asked === undefined || asked === before.mac_address) return undefined
  const newMac = asked ?? newMacAddress(deps.config.DEFAULT.base_mac, deps.random)
  if (before['binding:host_id'] !== '')
    throw errors.PortBound({
      portId: before.id,
      vifType: before['binding:vif_type'],
      oldMac: before.mac_address,
      newMac,
    })
  return newMac
}

/**
 * The new MAC address of a port that is a whole card: the card's own once Nova names it, and a generated one when the server is
 * gone, so that the next port may have the card. The address of the card itself cannot be changed.
 */
const cardMac = (deps: Deps, before: Port, changes: PortChanges): string | undefined => {
  if ((changes['binding:vnic_type'] ?? before['binding:vnic_type']) !== 'direct-physical') return undefined
  const { device_mac_address: ofCard } = changes['binding:profile'] ?? {}
  if (typeof ofCard === 'string') return ofCard === before.mac_address ? undefined : ofCard
  if (changes.device_id !== '' || before.device_id === '') return undefined
  return newMacAddress(deps.config.DEFAULT.base_mac, deps.random)
}

const checkMacFree = async (db: Db, networkId: string, mac: string): Promise<void> => {
  const holders = { network_id: [networkId], mac_address: [mac] }
  const [holder] = await ports.list(db, 'all', holders, { limit: 1, fields: ['id'] })
  if (holder) throw errors.MacAddressInUse({ networkId, mac })
}

const checkSecurity = (deps: Deps, before: Port, changes: PortChanges): void => {
  const { port_security_enabled: secured = before.port_security_enabled } = changes
  const { security_groups: groups = before.security_groups } = changes
  if (!secured && groups.length > 0) {
    throw changes.security_groups === undefined
      ? errors.PortSecurityPortHasSecurityGroup()
      : errors.PortSecurityAndIPRequiredForSecurityGroups()
  }
  checkPairs(deps, changes.allowed_address_pairs ?? before.allowed_address_pairs, secured)
}

type DhcpOptions = Port['extra_dhcp_opts']

/** Merges `extra_dhcp_opts`: an option replaces the option of the same name, null removes it. */
const mergedOptions = (before: DhcpOptions, asked: DhcpOptions): DhcpOptions => {
  const sameOption = (one: DhcpOptions[number]) => `${one.opt_name} ${one.ip_version ?? 4}`
  const merged = new Map([...before, ...asked].map((each) => [sameOption(each), each]))
  return [...merged.values()].filter(({ opt_value }) => opt_value !== null)
}

/** The changes that are columns of the port. */
const columnChanges = (before: Port, changes: PortChanges, mac: string | undefined) => {
  const {
    fixed_ips: _ips,
    security_groups: _groups,
    mac_address: _mac,
    allowed_address_pairs: pairs,
    extra_dhcp_opts: options,
    ...columns
  } = changes
  return {
    ...columns,
    ...(mac === undefined ? {} : { mac_address: mac }),
    ...(pairs ? { allowed_address_pairs: withMac(pairs, mac ?? before.mac_address) } : {}),
    ...(options ? { extra_dhcp_opts: mergedOptions(before.extra_dhcp_opts, options) } : {}),
  }
}

/** Nova must refresh a server's addresses when they changed. */
const tellCompute = async ({ deps, ctx, db, afterwards }: Inside, changed: Port): Promise<void> => {
  const events = [computeEvent(ctx, deps.clock, 'network-changed', changed)]
  await addComputeEvents(db, events)
  afterwards(() => deps.sendComputeEvents(events))
}

/** Allocates the addresses of a port that had to wait for its host (`ip_allocation: deferred`). */
const allocateLate = async (inside: Inside, { id, ip_allocation: how, network_id }: Port): Promise<void> => {
  if (how !== 'deferred') return
  const { deps, db } = inside
  const after = await refreshed(ports, db, id)
  if (after['binding:host_id'] === '') return
  await allocateForHost(inside, await refreshed(networks, db, network_id), after, undefined)
  await ports.update(db, id, { ip_allocation: 'immediate' }, timestamp(deps.clock))
}

interface PortChange {
  readonly before: Port
  readonly changes: PortChanges
  readonly claim: ExchangedClaim
  readonly binding: Partial<Binding>
  readonly mac: string | undefined
}

/** Writes the changes of a port; undefined, without a change, if the port was detached or moved since its claim was exchanged. */
const changePort = (
  deps: Deps,
  ctx: Context,
  { before, changes, claim, binding, mac }: PortChange,
): Promise<Port | undefined> => {
  const { security_groups: groups, fixed_ips: requests, qos_policy_id: policyId } = changes
  return deps.transaction(ctx, async (inside) => {
    const { db } = inside
    if (policyId !== undefined && !claim.isFor(await ports.plain(db, 'all', before.id))) return undefined
    if (groups) {
      await checkGroups(db, before.project_id, groups)
      await changeGroups(db, before.id, groups)
    }
    if (mac !== undefined) await checkMacFree(db, before.network_id, mac)
    const columns = { ...columnChanges(before, changes, mac), ...claim.columns, ...binding }
    await ports.update(db, before.id, columns, timestamp(deps.clock))
    if (requests) await reallocateAddresses(db, await refreshed(ports, db, before.id), requests, deps.random)
    else await allocateLate(inside, before)
    if (requests && isServerPort(before)) await tellCompute(inside, before)
    const after = await refreshed(ports, db, before.id)
    await updated(inside, port, changes, { before, after })
    const left = before['binding:host_id'] === after['binding:host_id'] ? [] : [before]
    inside.afterwards(() => spread(deps, ctx, [after, ...left]))
    if (requests || groups || changes.allowed_address_pairs)
      inside.afterwards(() => deps.hosts.membersChangedSoon(groupsOf([before, after])))
    return after
  })
}

const attempt = async (
  deps: Deps,
  ctx: Context,
  before: Port,
  changes: PortChanges,
): Promise<Port | undefined> => {
  const mac = changedMac(deps, before, changes.mac_address) ?? cardMac(deps, before, changes)
  checkSecurity(deps, before, changes)
  const binding = await rebinding(deps, ctx, before, changes)
  const claim = await exchangeClaim(deps)(ctx, before, changes.qos_policy_id)
  try {
    const after = await changePort(deps, ctx, { before, changes, claim, binding, mac })
    if (!after) await claim.undo()
    return after
  } catch (error) {
    await claim.undo()
    throw error
  }
}

export const updatePort =
  (deps: Deps) =>
  async (ctx: Context, found: Port, changes: PortChanges): Promise<Port> => {
    const { id } = found
    for (let before: Port | undefined = found; before; before = await ports.get(deps.db, 'all', id)) {
      const after = await attempt(deps, ctx, before, changes)
      if (after) return after
    }
    throw errors.PortNotFound({ id })
  }
