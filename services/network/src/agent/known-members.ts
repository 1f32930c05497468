import type { FilterRule, GroupMembers, MembersChange, WiredPort } from '@nimbo/contracts/network/agent-rpc'
import type { LetIn } from '../driver/network-agent-driver.ts'
import { type AddressBook, addressBook } from './address-book.ts'

/** The agent's copy of the members of those security groups that rules of its ports name. */
export interface KnownMembers {
  /** The groups it has, with a digest of their members, so that the server need not send them again. */
  known(): { readonly id: string; readonly digest: string }[]
  learn(members: readonly GroupMembers[]): void
  /**
   * Applies a difference. `changed`: filters that name the group must be updated. `lost`: a change was missed, so the
   * group is forgotten and must be requested again.
   */
  change(change: MembersChange): 'changed' | 'lost' | 'same'
  /** The port, or group, with the members filled into its rules. */
  spelled<Ruled extends Pick<WiredPort, 'rules'>>(ruled: Ruled): Ruled
  /** The members of these groups; their `prefixes` are always those at the time of reading. */
  letIn(groupIds: Iterable<string>): LetIn[]
  /** Forgets the groups that none of these ports names. */
  keepOnly(ports: Iterable<WiredPort>): void
}

interface Known {
  readonly digest: string
  readonly addresses: AddressBook
}

const nobody: Pick<AddressBook, 'prefixes'> = { prefixes: { 4: [], 6: [] } }

/** The remote groups that a port's rules name. */
export const groupsNamedBy = ({ rules }: WiredPort): string[] =>
  rules.flatMap(({ remoteGroup }) => (remoteGroup === undefined ? [] : [remoteGroup]))

export const knownMembers = (): KnownMembers => {
  const groups = new Map<string, Known>()

  const addressesOf = (id: string): Pick<AddressBook, 'prefixes'> => groups.get(id)?.addresses ?? nobody

  const spelledRule = (rule: FilterRule): FilterRule => {
    if (rule.remoteGroup === undefined) return rule
    // Drivers must not modify it: all ports of a group share one array.
    const prefixes = addressesOf(rule.remoteGroup).prefixes[rule.version]
    return { ...rule, prefixes: prefixes as string[] }
  }

  return {
    known: () => [...groups].map(([id, { digest }]) => ({ id, digest })),
    learn: (members) => {
      for (const { id, digest, addresses } of members)
        groups.set(id, { digest, addresses: addressBook(addresses) })
    },
    change: ({ id, before, after, ...difference }) => {
      const known = groups.get(id)
      if (!known || known.digest === after) return 'same'
      if (known.digest !== before) {
        groups.delete(id)
        return 'lost'
      }
      known.addresses.change(difference)
      groups.set(id, { ...known, digest: after })
      return 'changed'
    },
    spelled: (port) => ({ ...port, rules: port.rules.map(spelledRule) }),
    letIn: (groupIds) =>
      [...groupIds].map((groupId) => {
        const addresses = addressesOf(groupId)
        return {
          groupId,
          get prefixes() {
            return addresses.prefixes
          },
        }
      }),
    keepOnly: (ports) => {
      const named = new Set([...ports].flatMap(groupsNamedBy))
      for (const id of groups.keys()) if (!named.has(id)) groups.delete(id)
    },
  }
}
