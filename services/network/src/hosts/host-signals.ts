import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { MembersChange } from '@nimbo/contracts/network/agent-rpc'
import type { Context } from '@nimbo/kernel/context'

/** Signals to the agent of a host. An agent that is down learns the same from its resync at start. */
export interface AgentSignals {
  /** Asks the host's agent to make the network there, so that a device can be attached; false when it cannot. */
  prepareNetwork(ctx: Context, host: string, network: PlainNetwork): Promise<boolean>
  portsChanged(ctx: Context, host: string, portIds: readonly string[]): Promise<void>
  /** Whether the agents keep group members themselves; older agents do not. */
  keepMembers(): boolean
  /** Members of groups that rules on the host name have changed. */
  membersChanged(ctx: Context, host: string, changes: readonly MembersChange[]): Promise<void>
  /** Whether the agents ask for changed rules by group; older agents do not. */
  keepRules(): boolean
  /** Rules of these groups have changed, which ports on the host have. */
  rulesChanged(ctx: Context, host: string, groupIds: readonly string[]): Promise<void>
  /** These ports were deleted. */
  portsGone(ctx: Context, host: string, portIds: readonly string[]): Promise<void>
  /** Another host has a new tunnel address. */
  peersChanged(ctx: Context, host: string): Promise<void>
  dhcpChanged(ctx: Context, host: string, networkId: string): Promise<void>
  /** These routers, or anything behind them, changed. */
  routersChanged(ctx: Context, host: string, routerIds: readonly string[]): Promise<void>
}

/** Signals that use cases send. */
export interface HostSignals extends AgentSignals {
  /** Agents that last reported before this instant have certainly been silent for that long. */
  silentBefore(allowedMs: number): number
  /** Members of security groups, or their addresses, have changed; the hosts that use them are told soon. */
  membersChangedSoon(groupIds: readonly string[]): void
  /** Ports of networks, or their addresses, have changed; the hosts that serve DHCP there are told soon. */
  dhcpChangedSoon(networkIds: readonly string[]): void
}
