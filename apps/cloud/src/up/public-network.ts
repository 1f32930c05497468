import { readFile, rename, writeFile } from 'node:fs/promises'
import { messageOf } from '@nimbo/kernel/errors'
import type { StateDirectory } from '../state-directory.ts'
import type { ChosenHypervisor } from './choose-hypervisor.ts'
import type { HostLink } from './host-link.ts'
import type { Progress } from './progress.ts'
import { publicCandidates, publicGateway, publicPhysicalNetwork } from './public-addresses.ts'

const kept = 'public-network.json'
const name = 'public'

/** What was given to the cloud at its first start: who deletes the network does not get it back. */
interface Given {
  readonly cidr: string
}

const readGiven = async (state: StateDirectory): Promise<Given | undefined> => {
  const text = await readFile(state.file(kept), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

/** The network by which a cloud leads outside. */
export interface PublicNetwork {
  /** The host's own address on it, where servers are real. */
  readonly gateway?: string
  /** Makes the cloud's own record of it, at its first start. */
  ensureMade(): Promise<void>
  /** Takes back what was changed on the host. */
  close(): Promise<void>
}

const make = async (state: StateDirectory, cidr: string): Promise<void> => {
  const { openDoor } = await import('../demo/door.ts')
  const door = await openDoor(state.file('clouds.yaml'))
  const path = '/networking/v2.0/networks'
  const { networks } = await door.get<{ networks: unknown[] }>(`${path}?name=${name}`)
  if (networks.length > 0) return
  // Nobody's own: servers of a project that has one network find that one and no other.
  const { projects } = await door.get<{ projects: { id: string }[] }>('/identity/v3/projects?name=service')
  const { network } = await door.post<{ network: { id: string } }>(path, {
    network: {
      name,
      'router:external': true,
      is_default: true,
      ...(projects[0] ? { project_id: projects[0].id } : {}),
      'provider:network_type': 'flat',
      'provider:physical_network': publicPhysicalNetwork,
    },
  })
  const subnet = { name, network_id: network.id, ip_version: 4, cidr, gateway_ip: publicGateway(cidr) }
  await door.post('/networking/v2.0/subnets', { subnet: { ...subnet, enable_dhcp: false } })
}

/** Nothing leads outside: guests with user networking get there by themselves, and nobody in by an address of theirs. */
const nowhere: PublicNetwork = { ensureMade: async () => {}, close: async () => {} }

/**
 * Gives the cloud a network `public` that leads outside. Where servers are real the host is its gateway; where they are
 * make-believe the network is a record like them, and nothing is changed on the host.
 */
export const openPublicNetwork = async (
  state: StateDirectory,
  hypervisor: ChosenHypervisor,
  show: Progress,
): Promise<PublicNetwork> => {
  if (hypervisor === 'qemu') return nowhere
  const given = await readGiven(state)
  let link: HostLink | undefined
  if (hypervisor === 'libvirt')
    try {
      const { openHostLink } = await import('./host-link.ts')
      link = await openHostLink(state.path, given ? [given.cidr] : publicCandidates, show)
    } catch (error) {
      show.say(`  the network public leads nowhere: ${messageOf(error)}`)
      return nowhere
    }
  const cidr = link?.cidr ?? given?.cidr ?? publicCandidates[0]
  return {
    ...(link && { gateway: publicGateway(link.cidr) }),
    ensureMade: async () => {
      if (given) return
      await make(state, cidr)
      const file = state.file(kept)
      // Whoever reads sees a whole file or none, even when this process is killed here.
      await writeFile(`${file}.new`, `${JSON.stringify({ cidr })}\n`)
      await rename(`${file}.new`, file)
    },
    close: async () => link?.close(),
  }
}
