import type { GroupRules, WiredPort } from '@nimbo/contracts/network/agent-rpc'
import { internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { SyncParts } from './sync-parts.ts'

const isOf =
  (groups: ReadonlyMap<string, unknown>) =>
  (port: WiredPort): boolean =>
    port.groups?.some((id) => groups.has(id)) === true

const withRules = (port: WiredPort, groups: ReadonlyMap<string, GroupRules>): WiredPort => ({
  ...port,
  rules: [
    ...port.rules.filter(({ group }) => group === undefined || !groups.has(group)),
    ...(port.groups ?? []).flatMap((id) => groups.get(id)?.rules ?? []),
  ],
})

/** Applies changed rules of security groups to all their ports at once. */
export const applyRules = async (parts: SyncParts): Promise<void> => {
  const { host, plugin, pending, members, wired, network, log } = parts
  const groupIds = pending.takeRules()
  if (groupIds.length === 0) return
  const askForPorts = (): void => {
    const groups = new Map(groupIds.map((id) => [id, true]))
    for (const port of wired.values()) if (isOf(groups)(port)) pending.port(port.id, internalContext())
  }
  const { setRules } = network.ports
  if (setRules === undefined) return askForPorts()
  try {
    const told = await plugin.rulesOf(internalContext(), {
      host,
      groupIds: [...groupIds],
      known: members.known(),
    })
    members.learn(told.members)
    const groups = new Map(told.groups.map((group) => [group.id, group]))
    for (const port of [...wired.values()].filter(isOf(groups))) wired.set(port.id, withRules(port, groups))
    await setRules(told.groups.map(members.spelled))
  } catch (error) {
    log.warn(
      { host, reason: messageOf(error) },
      'could not change rules at once; the filters of their ports are updated instead',
    )
    askForPorts()
  }
}
