import type { MembersChange } from '@nimbo/contracts/network/agent-rpc'
import { versionOf } from '@nimbo/ip/ip'

/** The addresses of a security group's members, by IP version. */
export interface AddressBook {
  /** Shared by all ports of the group: drivers must not modify it. */
  readonly prefixes: Readonly<Record<4 | 6, readonly string[]>>
  change(difference: Difference): void
}

type Difference = Pick<MembersChange, 'added' | 'removed'>

/** When so many differences are waiting, they are applied, so that the list does not grow without limit. */
const mostWaiting = 100

const byVersion = (addresses: readonly string[]): AddressBook['prefixes'] => ({
  4: addresses.filter((address) => versionOf(address) === 4),
  6: addresses.filter((address) => versionOf(address) === 6),
})

/** For each address in the differences, whether it is a member after all of them. */
const outcomeOf = (differences: readonly Difference[]): ReadonlyMap<string, boolean> => {
  const isMember = new Map<string, boolean>()
  for (const { added, removed } of differences) {
    for (const address of removed) isMember.set(address, false)
    for (const address of added) isMember.set(address, true)
  }
  return isMember
}

/**
 * Keeps the addresses, and applies differences only when they are next read: each new member of a project's default group, which
 * may have thousands, is sent to every host with the group, but few hosts have to update filters for it.
 */
export const addressBook = (addresses: readonly string[]): AddressBook => {
  let prefixes = byVersion(addresses)
  let waiting: Difference[] = []

  const applyWaiting = (): void => {
    const isMember = outcomeOf(waiting)
    waiting = []
    const news = byVersion([...isMember].flatMap(([address, stays]) => (stays ? [address] : [])))
    const of = (version: 4 | 6): readonly string[] => [
      ...prefixes[version].filter((address) => !isMember.has(address)),
      ...news[version],
    ]
    prefixes = { 4: of(4), 6: of(6) }
  }

  return {
    get prefixes() {
      if (waiting.length > 0) applyWaiting()
      return prefixes
    },
    change: (difference) => {
      waiting.push(difference)
      if (waiting.length >= mostWaiting) applyWaiting()
    },
  }
}
