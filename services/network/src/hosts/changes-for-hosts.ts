import type { Clock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { gathering } from './gathering.ts'

interface Options {
  readonly clock: Clock
  readonly log: Log
  /** Tells every host with rules about these groups. */
  readonly notifyMembers: (groupIds: readonly string[]) => Promise<void>
  /** Tells every host that serves DHCP on these networks. */
  readonly serveAnew: (networkIds: readonly string[]) => Promise<void>
}

export interface ChangesForHosts {
  /** The members of these groups, or their addresses, changed. */
  membersChanged(groupIds: readonly string[]): void
  /** The ports of these networks, or their addresses, changed. */
  dhcpChanged(networkIds: readonly string[]): void
  /** Sends the changes that are still waiting. */
  settle(): Promise<void>
}

/** A new port is a member of its project's default group and so concerns all its ports; this delay collects many. */
const membersMs = 1_000

/** DHCP serves all ports of a network together. A guest retries long before it gives up. */
const dhcpMs = 100

/**
 * Tells hosts of changes that concern other ports than the changed one. Changes are collected for a moment, so that a hundred
 * ports created together do not cause a hundred updates of every host. Changes that a crash loses are sent by the next server
 * process (`notifyRecentPorts`), and found by the agents' resync.
 */
export const changesForHosts = ({ clock, log, notifyMembers, serveAnew }: Options): ChangesForHosts => {
  const notTold =
    (of: string) =>
    (error: unknown, ids: readonly string[]): void =>
      log.warn({ changes: ids.length, reason: messageOf(error) }, `hosts could not be told of new ${of}`)
  const members = gathering({ clock, forMs: membersMs, work: notifyMembers, failed: notTold('members') })
  const dhcp = gathering({ clock, forMs: dhcpMs, work: serveAnew, failed: notTold('ports to serve') })
  return {
    membersChanged: members.add,
    dhcpChanged: dhcp.add,
    settle: async () => {
      await Promise.all([members.settle(), dhcp.settle()])
    },
  }
}
