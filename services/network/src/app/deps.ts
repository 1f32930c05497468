import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Turns } from '@nimbo/kernel/turns'
import type { NeutronConfig } from '../config.ts'
import type { ComputeEvent } from '../db/compute-events.ts'
import type { Store } from '../db/store.ts'
import type { RandomNumber } from '../domain/ipam/choose-address.ts'
import type { PlainNetwork } from '../domain/network.ts'
import type { Notices } from './notices.ts'

/** What use cases tell the host side; hosts whose agent does not listen learn it when it comes back and resyncs. */
export interface AgentSignals {
  /** Has the agent of a host make the network there, so that a device can join it; false when it cannot. */
  prepareNetwork(ctx: Context, host: string, network: PlainNetwork): Promise<boolean>
  portsChanged(ctx: Context, host: string, portIds: readonly string[]): Promise<void>
  /** These ports were deleted. */
  portsGone(ctx: Context, host: string, portIds: readonly string[]): Promise<void>
  dhcpChanged(ctx: Context, host: string, networkId: string): Promise<void>
}

/** What use cases are made from. */
export interface Deps {
  /** For reads outside of a transaction. */
  readonly store: Store
  /** Reads and writes as if nobody else did meanwhile. */
  readonly transaction: <Result>(work: (store: Store) => Promise<Result>) => Promise<Result>
  /** Writes all or nothing, judging only by what it changes or has taken: others' changes may show between its statements. */
  readonly allOrNone: <Result>(work: (store: Store) => Promise<Result>) => Promise<Result>
  /** Who counts what a project has waits here for the others that do, rather than lose against them in the database. */
  readonly projectTurns: Turns<string>
  /** Tells the world of what changes. */
  readonly notices: Notices
  readonly clock: Clock
  /** Agents last heard of before this instant are known to have been silent for so long. */
  readonly silentBefore: (allowedMs: number) => number
  readonly config: NeutronConfig
  readonly random: RandomNumber
  readonly agents: AgentSignals
  /** Members of security groups, or their addresses, have changed: hosts that let these groups in must learn of it soon. */
  readonly membersChanged: (groupIds: readonly string[]) => void
  /** Ports of networks, or their addresses, have changed: hosts that serve them DHCP must learn of it soon. */
  readonly dhcpChanged: (networkIds: readonly string[]) => void
  /** Has compute told of what was written for it. */
  readonly sendComputeEvents: (events: readonly ComputeEvent[]) => void
}

/** Attributes as the API has checked them; absent where the client said nothing. */
export type Values = Readonly<Record<string, unknown>>
