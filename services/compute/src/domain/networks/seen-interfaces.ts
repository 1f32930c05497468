import type { ServerInterface } from './network-info.ts'

/** What a host saw of a server's ports, and what was recorded of them when it began to look. */
export interface SeenInterfaces {
  readonly seen: readonly ServerInterface[]
  readonly known: readonly string[]
}

/**
 * The interfaces of a server after its host looked at its ports. What was attached or detached since it began to look stays so, and an
 * interface whose port it has yet to bind stays, too. Whether a port is its user's, and its tag, is what was recorded of it.
 */
export const withSeen = (
  recorded: readonly ServerInterface[],
  { seen, known }: SeenInterfaces,
): readonly ServerInterface[] => {
  const byPort = new Map(recorded.map((one) => [one.portId, one]))
  const isSeen = new Set(seen.map(({ portId }) => portId))
  const wasKnown = new Set(known)
  const current = seen
    .filter(({ portId }) => byPort.has(portId) || !wasKnown.has(portId))
    .map((one) => {
      const { preexisting, tag, attaching } = byPort.get(one.portId) ?? one
      return {
        ...{ ...one, preexisting },
        ...(tag === undefined ? {} : { tag }),
        ...(attaching === undefined ? {} : { attaching }),
      }
    })
  const unseen = recorded.filter(
    ({ portId, attaching }) => !isSeen.has(portId) && (attaching === true || !wasKnown.has(portId)),
  )
  return [...current, ...unseen]
}

/**
 * Interfaces as a host tells of them after work on a server, with the floating IPs that are recorded: the host does not look for those,
 * and has them as they were before.
 */
export const withRecordedFloatingIps = (
  recorded: readonly ServerInterface[],
  told: readonly ServerInterface[],
): readonly ServerInterface[] =>
  told.map((one) => {
    const known = recorded.find(({ portId }) => portId === one.portId)?.addresses ?? []
    const addresses = one.addresses.map((each) => ({
      ...each,
      floatingIps: known.find(({ address }) => address === each.address)?.floatingIps ?? each.floatingIps,
    }))
    return { ...one, addresses }
  })
