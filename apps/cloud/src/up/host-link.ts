import { closePublicLink, firstUnroutedOf, openPublicLink } from '@nimbo/network-linuxbridge/public-link'
import { changedOnHost, changedWords } from '../changed-on-host.ts'
import type { Progress } from './progress.ts'
import { publicGateway } from './public-addresses.ts'

/** The host's configuration as gateway of the network `public`, while the cloud runs. */
export interface HostLink {
  /** The first candidate that the host does not use otherwise. */
  readonly cidr: string
  /** Reverts the changes to the host. */
  close(): Promise<void>
}

/** Configures the host as gateway, and shows what was changed. Throws when the host has other routes to all candidates. */
export const openHostLink = async (
  cloud: string,
  candidates: readonly string[],
  show: Progress,
): Promise<HostLink> => {
  const cidr = await firstUnroutedOf({ cloud }, candidates)
  if (cidr === undefined) throw new Error(`this host has other routes to ${candidates.join(', ')}`)
  await openPublicLink({ cloud, cidr, gateway: publicGateway(cidr) })
  for (const line of await changedOnHost(cloud)) show.say(changedWords(line))
  return { cidr, close: () => closePublicLink({ cloud }) }
}
