import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { ComputeEvent } from '../db/compute-events.ts'
import type { Scope } from '../db/row-queries.ts'
import type { Store } from '../db/store.ts'
import type { PlainNetwork } from '../domain/network.ts'
import {
  type AddressPair,
  type FixedIpRequest,
  isNetworkDevice,
  isServerPort,
  type PlainPort,
  type Port,
} from '../domain/port.ts'
import { errors } from '../errors.ts'
import { allocateAddresses, reallocateAddresses } from './allocate-addresses.ts'
import { type Binding, bindToHost } from './bind-port.ts'
import { computeEvent } from './compute-event.ts'
import { ensureDefaultGroup } from './default-security-group.ts'
import type { Deps, Values } from './deps.ts'
import { insertPort } from './insert-port.ts'
import { checkLimit, limitOf } from './quotas.ts'
import { refreshed } from './refreshed.ts'

/** Pairs with their MAC: the port's own where none was given. Throws for pairs the port cannot have. */
const checkedPairs = (deps: Deps, pairs: readonly Partial<AddressPair>[], secured: boolean): void => {
  const limit = deps.config.DEFAULT.max_allowed_address_pair
  if (pairs.length > limit) throw errors.AllowedAddressPairExhausted({ limit })
  if (pairs.length > 0 && !secured) throw errors.AddressPairAndPortSecurityRequired()
}

const withMac = (pairs: readonly Partial<AddressPair>[], mac: string): AddressPair[] =>
  pairs.map(({ ip_address = '', mac_address = mac }) => ({ ip_address, mac_address }))

const checkGroups = async (store: Store, scope: Scope, groupIds: readonly string[]): Promise<void> => {
  for (const id of groupIds)
    if (!(await store.securityGroups.exists(scope, id))) throw errors.SecurityGroupNotFound({ id })
}

/** The groups a new port is in: those asked for, or the default one, or none where nothing is filtered. */
const groupsFor = async (
  deps: Deps,
  store: Store,
  values: Values,
  secured: boolean,
): Promise<readonly string[]> => {
  const asked = values.security_groups as readonly string[] | undefined
  const projectId = String(values.project_id)
  if (asked === undefined) {
    const unfiltered = !secured || isNetworkDevice(String(values.device_owner)) || projectId === ''
    return unfiltered ? [] : [await ensureDefaultGroup(deps, store, projectId)]
  }
  if (asked.length > 0 && !secured) throw errors.PortSecurityAndIPRequiredForSecurityGroups()
  await checkGroups(store, { projectId }, asked)
  return asked
}

/** A port that is to be made, on its network. */
export interface PortDraft {
  readonly values: Values
  readonly network: PlainNetwork
}

/** The same, with what is known before anything is written. */
interface PlannedPort extends PortDraft {
  readonly binding: Binding
  /** How many ports its project may have. */
  readonly limit: number
}

const plan = async (deps: Deps, ctx: Context, draft: PortDraft): Promise<PlannedPort> => {
  const { network, values } = draft
  const limit = await limitOf(deps.store, deps.config, 'port', String(values.project_id))
  const binding = await bindToHost(deps)(ctx, network, String(values['binding:host_id'] ?? ''))
  return { ...draft, binding, limit }
}

/** Does `work` in the turn of each project whose ports are counted. */
const inTurns = <Result>(
  { projectTurns }: Deps,
  ports: readonly PlannedPort[],
  work: () => Promise<Result>,
): Promise<Result> => {
  const counted = ports.filter(({ limit }) => limit >= 0).map(({ values }) => String(values.project_id))
  const inOrder = [...new Set(counted)].toSorted()
  return inOrder.reduceRight((rest, projectId) => () => projectTurns.run(projectId, rest), work)()
}

const createOne = async (
  deps: Deps,
  store: Store,
  { network, values, binding, limit }: PlannedPort,
): Promise<Port> => {
  const projectId = String(values.project_id)
  const secured = (values.port_security_enabled ??
    (network.port_security_enabled && !isNetworkDevice(String(values.device_owner)))) as boolean
  const pairs = (values.allowed_address_pairs ?? []) as readonly Partial<AddressPair>[]
  checkedPairs(deps, pairs, secured)
  await checkLimit(store, 'port', projectId, limit)
  const groups = await groupsFor(deps, store, values, secured)
  const { fixed_ips, security_groups: _, ...row } = values
  let port = await insertPort(deps, store, {
    ...row,
    ...binding,
    port_security_enabled: secured,
    status: 'DOWN',
    allowed_address_pairs: [],
  })
  if (pairs.length > 0) {
    const allowed_address_pairs = withMac(pairs, port.mac_address)
    port = (await store.ports.update(port.id, { allowed_address_pairs }, timestamp(deps.clock))) ?? port
  }
  const requests = fixed_ips as readonly FixedIpRequest[] | undefined
  const addresses = await allocateAddresses(store, port, requests, deps.random)
  await store.ports.addSecurityGroups(port.id, groups)
  return { ...port, fixed_ips: addresses, security_groups: groups.toSorted(), tags: [] }
}

const groupsOf = (ports: readonly Pick<Port, 'security_groups'>[]): readonly string[] => [
  ...new Set(ports.flatMap(({ security_groups }) => security_groups)),
]

/** Tells the hosts of ports that were made or changed: their own, and those that serve them DHCP. */
const spread = async (deps: Deps, ctx: Context, ports: readonly PlainPort[]): Promise<void> => {
  for (const port of ports)
    if (port['binding:host_id'] !== '')
      await deps.agents.portsChanged(ctx, port['binding:host_id'], [port.id])
  await spreadDhcp(deps, ctx, ports)
}

const spreadDhcp = async (deps: Deps, ctx: Context, ports: readonly PlainPort[]): Promise<void> => {
  for (const networkId of new Set(ports.map(({ network_id }) => network_id)))
    for (const host of await deps.store.dhcpBindings.hostsOf(networkId))
      await deps.agents.dhcpChanged(ctx, host, networkId)
}

export const createPorts =
  (deps: Deps) =>
  async (ctx: Context, drafts: readonly PortDraft[]): Promise<Port[]> => {
    const planned: PlannedPort[] = []
    for (const draft of drafts) planned.push(await plan(deps, ctx, draft))
    const created = await inTurns(deps, planned, () =>
      deps.transaction(async (store) => {
        const ports: Port[] = []
        for (const port of planned) ports.push(await createOne(deps, store, port))
        return ports
      }),
    )
    await spread(deps, ctx, created)
    deps.membersChanged(groupsOf(created))
    return created
  }

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
  checkedPairs(deps, pairs, secured)
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
    const events: ComputeEvent[] = []
    const updated = await deps.transaction(async (store) => {
      events.length = 0
      const groups = changes.security_groups as readonly string[] | undefined
      const requests = changes.fixed_ips as readonly FixedIpRequest[] | undefined
      if (groups) {
        await checkGroups(store, { projectId: port.project_id }, groups)
        await store.ports.setSecurityGroups(port.id, groups)
      }
      const columns = { ...columnChanges(port, changes), ...binding }
      await checkMacFree(store, port, changes.mac_address)
      await store.ports.rows.update(port.id, columns, timestamp(deps.clock))
      if (requests) {
        await reallocateAddresses(store, await refreshed(store.ports, port.id), requests, deps.random)
        if (isServerPort(port)) events.push(computeEvent(ctx, deps.clock, 'network-changed', port))
        await store.computeEvents.add(events)
      }
      return refreshed(store.ports, port.id)
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
      const deleted = await store.ports.rows.delete(port.id)
      await store.tags.removeAll(port.id)
      const ofServer = deleted && isServerPort(port) && port.device_id !== ''
      const events = ofServer ? [computeEvent(ctx, deps.clock, 'network-vif-deleted', port)] : []
      await store.computeEvents.add(events)
      return { security_groups, events }
    })
    deps.sendComputeEvents(events)
    if (port['binding:host_id'] !== '') await deps.agents.portsGone(ctx, port['binding:host_id'], [port.id])
    await spreadDhcp(deps, ctx, [port])
    deps.membersChanged(security_groups)
  }
