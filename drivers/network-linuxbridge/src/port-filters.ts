import type { GroupRules, LetIn, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { shortId, tapOf } from './device-names.ts'
import { groupChains, groupsOfPorts, sharesRules } from './group-chains.ts'
import { chainsIn, filteredPorts, isOwn, portScript, removePortScript } from './filter-script.ts'
import { connectionsOf } from './known-connections.ts'
import { arrivalScript, removeArrivalScript, turnedPorts } from './local-ips.ts'
import { membersNamedBy, membersOf, membersSets } from './members-sets.ts'
import type { RunCommand } from './run-command.ts'

/** The nftables filters of one cloud's ports on a host. */
export interface PortFilters {
  /** Replaces the filters of these ports in one transaction; unchanged ones are skipped. */
  put(ports: readonly WiredPort[]): Promise<void>
  letIn(groups: readonly LetIn[]): Promise<void>
  /** Replaces the rules of groups for all ports that have them. */
  setRules(groups: readonly GroupRules[]): Promise<void>
  /** Succeeds when the port has no filter. */
  remove(portShortId: string): Promise<void>
  /** The ports that have a filter. */
  ports(): Promise<readonly string[]>
}

interface Filtered {
  readonly port: WiredPort
  readonly script: string
}

/** The port with the rules of some of its groups replaced. */
const regrouped = (port: WiredPort, rules: ReadonlyMap<string, WiredPort['rules']>): WiredPort => ({
  ...port,
  rules: [
    ...port.rules.filter(({ group }) => group === undefined || !rules.has(group)),
    ...(port.groups ?? []).flatMap((id) => rules.get(id) ?? []),
  ],
})

export const portFilters = async (run: RunCommand, table: string): Promise<PortFilters> => {
  const nft = async (script: string): Promise<void> => {
    if (script !== '') await run(['nft', '-f', '-'], script)
  }
  const chains = (): Promise<string> => run(['nft', '-j', 'list', 'chains', 'bridge'])
  const stamped = await run(['nft', 'list', 'chain', 'inet', table, 'stamped'])
  const connections = connectionsOf(table, isOwn(table), stamped, Date.now)
  await nft(connections.begin())

  const sets = membersSets(table)
  /** What was applied last, so that a resync does not apply it again. */
  const put = new Map<string, Filtered>()
  const before = await chains()
  /** The ports that have a filter, and the few that have local IPs. */
  const there = new Set(filteredPorts(before, table))
  const turned = new Set(turnedPorts(before, table))
  const chainsOfGroups = groupChains(table, chainsIn(before, table, 'rules_'))

  const placeOf = (portShortId: string) => ({ table, portShortId, device: tapOf(portShortId) })

  const turnScript = (port: WiredPort): string => {
    const place = { ...placeOf(shortId(port.id)), device: port.device }
    if (port.localIps && port.localIps.length > 0) return arrivalScript(place, port)
    return turned.has(place.portShortId) ? removeArrivalScript(place) : ''
  }

  const setChanges = (wanted: Parameters<typeof sets.changes>[0]): { before: string; after: string } => {
    const { script, left } = sets.changes(wanted)
    return { before: script, after: left.size > 0 ? connections.left(left) : '' }
  }

  /** Returns a function to be called when `nft` failed: what was decided since then is decided again. */
  const marked = (): (() => void) => {
    const forgets = [sets.mark(), connections.mark()]
    return () => {
      for (const forget of forgets) forget()
    }
  }

  return {
    put: async (ports) => {
      const forget = marked()
      const groups = setChanges(ports.flatMap(membersNamedBy))
      const rules = chainsOfGroups.changes(groupsOfPorts(ports))
      const scripts = ports.flatMap((port) => {
        const id = shortId(port.id)
        const script = portScript(table, port) + turnScript(port)
        const changes = connections.changes(port)
        const isPut = there.has(id) && put.get(id)?.script === script && changes === ''
        put.set(id, { port, script })
        return isPut ? [] : [script + changes]
      })
      try {
        await nft([groups.before, rules, ...scripts, groups.after].join(''))
      } catch (error) {
        forget()
        for (const { id } of ports) put.delete(shortId(id))
        chainsOfGroups.forget()
        throw error
      }
      for (const port of ports) {
        const id = shortId(port.id)
        there.add(id)
        if (port.localIps && port.localIps.length > 0) turned.add(id)
        else turned.delete(id)
      }
    },
    letIn: async (groups) => {
      const forget = marked()
      const changes = setChanges(groups.flatMap(membersOf).filter(sets.isKnown))
      try {
        await nft(changes.before + changes.after)
      } catch (error) {
        forget()
        throw error
      }
    },
    setRules: async (groups) => {
      const forget = marked()
      const members = setChanges(groups.flatMap(membersNamedBy))
      const rules = new Map(groups.map((group) => [group.id, group.rules]))
      // The other ports of the groups jump to their chains.
      const concerned = [...put.values()].filter(
        ({ port }) => !sharesRules(port) && port.groups?.some((id) => rules.has(id)),
      )
      const changes = chainsOfGroups.changes(groups) + connections.regrouped(rules)
      const scripts: string[] = []
      for (const { port: was, script: before } of concerned) {
        const port = regrouped(was, rules)
        const script = portScript(table, port) + turnScript(port)
        put.set(shortId(port.id), { port, script })
        if (script !== before) scripts.push(script)
      }
      try {
        await nft([members.before, changes, ...scripts, members.after].join(''))
      } catch (error) {
        forget()
        for (const { port } of concerned) put.delete(shortId(port.id))
        chainsOfGroups.forget()
        throw error
      }
    },
    remove: async (id) => {
      const script = there.has(id) ? removePortScript(table, id) : ''
      const arrival = turned.has(id) ? removeArrivalScript(placeOf(id)) : ''
      put.delete(id)
      try {
        await nft(script + arrival)
      } catch (error) {
        // Another process may have removed it meanwhile.
        if (filteredPorts(await chains(), table).includes(id)) throw error
      }
      there.delete(id)
      turned.delete(id)
      await nft(connections.remains(id))
    },
    ports: async () => {
      const found = filteredPorts(await chains(), table)
      there.clear()
      for (const id of found) there.add(id)
      // A filter of an earlier process, or one that is just being removed, may use chains and sets that no known port uses.
      if (found.every((id) => put.has(id))) {
        const ports = [...put.values()].map(({ port }) => port)
        const leftChains = chainsOfGroups.remains(ports)
        const naming = [...ports.filter((port) => !sharesRules(port)), ...chainsOfGroups.groups()]
        await nft(leftChains + sets.remains(naming))
      }
      return found
    },
  }
}
