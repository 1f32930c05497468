import type { Clock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { gathering } from './gathering.ts'

interface Options {
  readonly clock: Clock
  readonly log: Log
  /** Tells every host that lets these groups in. */
  readonly tellMembers: (groupIds: readonly string[]) => Promise<void>
  /** Has every host serve DHCP anew that serves it on these networks. */
  readonly serveAnew: (networkIds: readonly string[]) => Promise<void>
}

export interface ChangesForHosts {
  /** Members of these groups, or their addresses, are others now. */
  membersChanged(groupIds: readonly string[]): void
  /** Ports of these networks, or their addresses, are others now. */
  dhcpChanged(networkIds: readonly string[]): void
  /** Spreads what is still waiting. */
  settle(): Promise<void>
}

/** A project's default group lets its own members in, so each new port concerns them all. */
const membersMs = 1_000

/** DHCP serves the ports of a network all together. A guest asks again long before it gives up. */
const dhcpMs = 100

/**
 * Spreads what concerns hosts besides a port's own: gathered, so that a hundred ports made at once do not have every host
 * filter or serve a hundred times. What a crash loses here, the server that begins next tells
 * (`tellOfRecentPorts`), and agents find at their next full look.
 */
export const changesForHosts = ({ clock, log, tellMembers, serveAnew }: Options): ChangesForHosts => {
  const notTold =
    (of: string) =>
    (error: unknown, ids: readonly string[]): void =>
      log.warn({ changes: ids.length, reason: messageOf(error) }, `hosts could not be told of new ${of}`)
  const members = gathering({ clock, forMs: membersMs, work: tellMembers, failed: notTold('members') })
  const dhcp = gathering({ clock, forMs: dhcpMs, work: serveAnew, failed: notTold('ports to serve') })
  return {
    membersChanged: members.add,
    dhcpChanged: dhcp.add,
    settle: async () => {
      await Promise.all([members.settle(), dhcp.settle()])
    },
  }
}
