import type { GroupMembers, GroupRules, WiredPort } from '@nimbo/contracts/network/agent-rpc'
import type { Port } from '@nimbo/contracts/network/port'
import type { Db } from '../tables.ts'
import type { SentMembers } from './group-members.ts'
import { rulesForAgents, wiredPorts } from './host-state/host-state.ts'

type Known = readonly { readonly id: string; readonly digest: string }[]

interface Answer {
  ports: WiredPort[]
  members?: { id: string; digest: string; addresses: string[] }[]
}

const spelled = ({ id, digest, addresses }: GroupMembers) => ({ id, digest, addresses: [...addresses] })

/**
 * Describes ports for their host's agent, with the members of remote groups that the agent does not have yet. `trusted` says
 * that the agent has received every change; in a full resync its members are compared instead, since a message may have been
 * lost.
 */
export const wiredWithMembers = async (
  { db, members }: { readonly db: Db; readonly members: SentMembers },
  asked: readonly Port[],
  known: Known | undefined,
  { trusted }: { readonly trusted: boolean },
): Promise<Answer> => {
  const { ports, remoteGroups } = await wiredPorts(db, asked, { keepsMembers: known !== undefined })
  if (known === undefined) return { ports }
  const digests = new Map(known.map(({ id, digest }) => [id, digest]))
  const unknown = remoteGroups.filter((id) => !digests.has(id))
  const toCompare = trusted ? [] : remoteGroups.filter((id) => digests.has(id))
  const isOther = ({ id, digest }: GroupMembers): boolean => digests.get(id) !== digest
  const doubtful = (await members.of(db, toCompare)).filter(isOther).map(({ id }) => id)
  const others = (await members.now(db, doubtful)).filter(isOther)
  return { ports, members: [...(await members.of(db, unknown)), ...others].map(spelled) }
}

/** The rules of groups, with the members of remote groups that the agent does not have yet. */
export const rulesWithMembers = async (
  { db, members }: { readonly db: Db; readonly members: SentMembers },
  groupIds: readonly string[],
  known: Known = [],
): Promise<{ groups: GroupRules[]; members: { id: string; digest: string; addresses: string[] }[] }> => {
  const { groups, remoteGroups } = await rulesForAgents(db, groupIds)
  const has = new Set(known.map(({ id }) => id))
  const unknown = remoteGroups.filter((id) => !has.has(id))
  return { groups, members: (await members.of(db, unknown)).map(spelled) }
}
