import type { ServerInterface } from './network-info.ts'

/** The ports of a server as its host saw them, and the ids of those recorded when the host began to look. */
export interface SeenInterfaces {
  readonly seen: readonly ServerInterface[]
  readonly known: readonly string[]
}

/**
 * The interfaces of a server after its host looked at its ports. Interfaces that were attached or detached since the
 * host began to look stay so; an interface whose port the host has yet to bind stays, too. Whether a port belongs to
 * the user, and its tag, come from the record.
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
 * The interfaces that a host reports after an action on a server, with the recorded floating IPs: the host does not
 * look those up, so its own may be outdated.
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
