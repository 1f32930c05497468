import { readFile, rename, writeFile } from 'node:fs/promises'
import { messageOf } from '@nimbo/kernel/errors'
import type { StateDirectory } from '../state-directory.ts'
import type { ChosenHypervisor } from './choose-hypervisor.ts'
import type { HostLink } from './host-link.ts'
import type { Progress } from './progress.ts'
import { publicCandidates, publicGateway, publicPhysicalNetwork } from './public-addresses.ts'

const kept = 'public-network.json'
const name = 'public'

/**
 * The network created at the cloud's first start; it is recorded so that it is not created again after an operator deleted it.
 */
interface Given {
  readonly cidr: string
}

const readGiven = async (state: StateDirectory): Promise<Given | undefined> => {
  const text = await readFile(state.file(kept), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

/** The external network of a cloud. */
export interface PublicNetwork {
  /** The host's address in it, when servers are real. */
  readonly gateway?: string
  /** Creates the network in Neutron at the cloud's first start. */
  ensureMade(): Promise<void>
  /** Reverts the changes to the host. */
  close(): Promise<void>
}

const make = async (state: StateDirectory, cidr: string): Promise<void> => {
  const { openAdminClient } = await import('../demo/admin-client.ts')
  const door = await openAdminClient(state.file('clouds.yaml'))
  const path = '/networking/v2.0/networks'
  const { networks } = await door.get<{ networks: unknown[] }>(`${path}?name=${name}`)
  if (networks.length > 0) return
  // Owned by the project `service`: a server booted without networks gets the only network of its project, so this one must
  // belong to no project with servers.
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

/** No external network: guests with user networking reach the outside by themselves, and have no floating IPs. */
const nowhere: PublicNetwork = { ensureMade: async () => {}, close: async () => {} }

/**
 * Provides the external network `public`. With libvirt, the host is its gateway; with the fake hypervisor, the network is only a
 * record, and nothing changes on the host.
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
      // Renamed into place, so that readers see a complete file or none even when this process is killed here.
      await writeFile(`${file}.new`, `${JSON.stringify({ cidr })}\n`)
      await rename(`${file}.new`, file)
    },
    close: async () => link?.close(),
  }
}
