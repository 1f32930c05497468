import type { MembersChange } from '@nimbo/contracts/network/agent-rpc'
import { type Context, internalContext } from '@nimbo/kernel/context'

/**
 * What an agent still has to process: single ports and networks, each with the context of the request that changed it,
 * or everything.
 */
export interface PendingChanges {
  port(id: string, ctx: Context): void
  /** The port was deleted and only has to be unwired. */
  gone(id: string): void
  dhcp(networkId: string, ctx: Context): void
  /** Members of groups changed; kept in the order of the calls. */
  members(changes: readonly MembersChange[]): void
  /** Rules of these security groups changed. */
  rules(groupIds: readonly string[]): void
  everything(): void
  /** Ports whose device does not exist yet; they are processed again when it appears. */
  awaitDevice(device: string, portId: string, ctx: Context): void
  /** Whether a port waited for this device. */
  deviceAppeared(device: string): boolean
  noLongerAwaited(portId: string): void
  /** Takes what is pending; the caller puts back what fails. `all` means a full resync. */
  takePorts(): {
    readonly all: boolean
    readonly ports: ReadonlyMap<string, Context>
    readonly gone: ReadonlySet<string>
  }
  takeMembers(): readonly MembersChange[]
  takeRules(): readonly string[]
  takeDhcp(): { readonly all: boolean; readonly networks: ReadonlyMap<string, Context> }
}

export const pendingChanges = (): PendingChanges => {
  let ports = new Map<string, Context>()
  let networks = new Map<string, Context>()
  let gone = new Set<string>()
  let members: MembersChange[] = []
  let rules = new Set<string>()
  let allPorts = false
  let allDhcp = false
  const awaited = new Map<string, { readonly portId: string; readonly ctx: Context }>()
  const noLongerAwaited = (portId: string): void => {
    for (const [device, waiting] of awaited) if (waiting.portId === portId) awaited.delete(device)
  }
  return {
    port: (id, ctx) => void ports.set(id, ctx),
    gone: (id) => void gone.add(id),
    dhcp: (id, ctx) => void networks.set(id, ctx),
    members: (changes) => void members.push(...changes),
    rules: (groupIds) => {
      for (const id of groupIds) rules.add(id)
    },
    everything: () => {
      allPorts = true
      allDhcp = true
    },
    awaitDevice: (device, portId, ctx) => void awaited.set(device, { portId, ctx }),
    deviceAppeared: (device) => {
      const waiting = awaited.get(device)
      if (!waiting) return false
      awaited.delete(device)
      ports.set(waiting.portId, waiting.ctx)
      return true
    },
    noLongerAwaited,
    takePorts: () => {
      for (const id of gone) {
        ports.delete(id)
        noLongerAwaited(id)
      }
      // Waiting ports are also retried in every round, in case the event of their device was missed.
      for (const { portId, ctx } of awaited.values()) if (!ports.has(portId)) ports.set(portId, ctx)
      const taken = { all: allPorts, ports, gone }
      ports = new Map()
      gone = new Set()
      allPorts = false
      return taken
    },
    takeRules: () => {
      const taken = [...rules]
      rules = new Set()
      return taken
    },
    takeMembers: () => {
      const taken = members
      members = []
      return taken
    },
    takeDhcp: () => {
      const taken = { all: allDhcp, networks }
      networks = new Map()
      allDhcp = false
      return taken
    },
  }
}

/** The context of the request to which a change belongs; the agent's own context if there is none. */
export const contextOf = (changes: ReadonlyMap<string, Context>, id: string): Context =>
  changes.get(id) ?? internalContext()
