import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { MembersChange } from '@nimbo/contracts/network/agent-rpc'
import type { Context } from '@nimbo/kernel/context'

/** What the agent of a host is told at once; one that does not listen learns it when it comes back and resyncs. */
export interface AgentSignals {
  /** Has the agent of a host make the network there, so that a device can join it; false when it cannot. */
  prepareNetwork(ctx: Context, host: string, network: PlainNetwork): Promise<boolean>
  portsChanged(ctx: Context, host: string, portIds: readonly string[]): Promise<void>
  /** Whether agents keep the members of groups, as those of before did not. */
  keepMembers(): boolean
  /** Members of groups that rules on the host let in are others now. */
  membersChanged(ctx: Context, host: string, changes: readonly MembersChange[]): Promise<void>
  /** These ports were deleted. */
  portsGone(ctx: Context, host: string, portIds: readonly string[]): Promise<void>
  dhcpChanged(ctx: Context, host: string, networkId: string): Promise<void>
  /** These routers, or what leads through them, are others now. */
  routersChanged(ctx: Context, host: string, routerIds: readonly string[]): Promise<void>
}

/** What use cases tell the host side. */
export interface HostSignals extends AgentSignals {
  /** Agents last heard of before this instant are known to have been silent for so long. */
  silentBefore(allowedMs: number): number
  /** Members of security groups, or their addresses, have changed: hosts that let these groups in must learn of it soon. */
  membersChangedSoon(groupIds: readonly string[]): void
  /** Ports of networks, or their addresses, have changed: hosts that serve them DHCP must learn of it soon. */
  dhcpChangedSoon(networkIds: readonly string[]): void
}
