import { readFile, writeFile } from 'node:fs/promises'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import type { StateDirectory } from '../state-directory.ts'
import type { AdminClient } from './admin-client.ts'
import { demoFlavors } from './flavors.ts'

interface Named {
  readonly id: string
  readonly name: string
}

const named = <Item extends Named>(items: readonly Item[], name: string): Item | undefined =>
  items.find((item) => item.name === name)

/** Whether servers are real virtual machines, or only records of the fake hypervisor. */
export const hasRealHypervisor = async (door: AdminClient): Promise<boolean> => {
  const path = '/compute/v2.1/os-hypervisors/detail'
  const { hypervisors } = await door.get<{ hypervisors: { hypervisor_type: string }[] }>(path)
  return hypervisors.some(({ hypervisor_type }) => hypervisor_type !== 'fake')
}

const pretendedDiskBytes = 1024 * 1024

/**
 * The image's data: with a real hypervisor a guest built from Debian packages on first use on this machine, otherwise an empty
 * disk.
 */
const imageContent = async (real: boolean, say: (line: string) => void) => {
  if (!real) return { disk_format: 'raw', data: Buffer.alloc(pretendedDiskBytes) }
  const { path } = await tinyImage({ progress: (step) => say(`    ${step}`) })
  return { disk_format: 'qcow2', data: await readFile(path) }
}

/** Creates the image `tiny` unless it exists; returns its id. */
export const ensureImage = async (
  door: AdminClient,
  real: boolean,
  say: (line: string) => void,
): Promise<string> => {
  const { images } = await door.get<{ images: (Named & { status: string })[] }>('/image/v2/images?name=tiny')
  const ready = images.find(({ status }) => status === 'active')
  if (ready) return ready.id
  const { disk_format, data } = await imageContent(real, say)
  const image = { name: 'tiny', disk_format, container_format: 'bare', visibility: 'public', min_ram: 128 }
  const { id } = await door.post<Named>('/image/v2/images', image)
  await door.upload(`/image/v2/images/${id}/file`, data)
  return id
}

/** Allows SSH and ICMP to the project's servers, in its default security group. */
export const ensureRules = async (door: AdminClient): Promise<void> => {
  const [group] = (
    await door.get<{ security_groups: (Named & { security_group_rules: { protocol: string | null }[] })[] }>(
      '/networking/v2.0/security-groups?name=default',
    )
  ).security_groups
  const wanted = [{ protocol: 'icmp' }, { protocol: 'tcp', port_range_min: 22, port_range_max: 22 }]
  for (const rule of wanted) {
    if (!group || group.security_group_rules.some(({ protocol }) => protocol === rule.protocol)) continue
    const security_group_rule = {
      security_group_id: group.id,
      direction: 'ingress',
      ethertype: 'IPv4',
      ...rule,
    }
    await door.post('/networking/v2.0/security-group-rules', { security_group_rule })
  }
}

/** Creates the flavors of DevStack that are missing; returns the id of the smallest. */
export const ensureFlavors = async (door: AdminClient): Promise<string> => {
  const { flavors } = await door.get<{ flavors: Named[] }>('/compute/v2.1/flavors?is_public=None')
  for (const flavor of demoFlavors) {
    if (!named(flavors, flavor.name)) await door.post('/compute/v2.1/flavors', { flavor })
  }
  return demoFlavors[0].id
}

const keyName = 'demo'

/** Creates a key pair unless it exists; the private key is in the state directory, readable by the owner only. */
export const ensureKeyPair = async (door: AdminClient, state: StateDirectory): Promise<string> => {
  const { keypairs } = await door.get<{ keypairs: { keypair: { name: string } }[] }>(
    '/compute/v2.1/os-keypairs',
  )
  if (keypairs.some(({ keypair }) => keypair.name === keyName)) return keyName
  const { generateKeyPair } = await import('./generate-key-pair.ts')
  const { publicKey, privateKey } = await generateKeyPair()
  await writeFile(state.file('demo.pem'), privateKey, { mode: 0o600 })
  await door.post('/compute/v2.1/os-keypairs', {
    keypair: { name: keyName, type: 'ssh', public_key: publicKey },
  })
  return keyName
}

/** Creates a network with one subnet unless it exists; returns its id. */
export const ensureNetwork = async (door: AdminClient): Promise<string> => {
  const { networks } = await door.get<{ networks: Named[] }>('/networking/v2.0/networks?name=demo')
  const [existing] = networks
  if (existing) return existing.id
  const { network } = await door.post<{ network: Named }>('/networking/v2.0/networks', {
    network: { name: 'demo' },
  })
  const subnet = { name: 'demo', network_id: network.id, ip_version: 4, cidr: '10.0.0.0/24' }
  await door.post('/networking/v2.0/subnets', { subnet })
  return network.id
}

/** The id of the external network; undefined when there is none. */
const publicNetwork = async (door: AdminClient): Promise<string | undefined> => {
  const path = '/networking/v2.0/networks?name=public&router:external=true'
  return (await door.get<{ networks: Named[] }>(path)).networks[0]?.id
}

/** Creates a router between the demo's network and the external network, if there is one. */
export const ensureRouter = async (door: AdminClient, network: string): Promise<void> => {
  const outside = await publicNetwork(door)
  const { routers } = await door.get<{ routers: Named[] }>('/networking/v2.0/routers?name=demo')
  if (outside === undefined || routers.length > 0) return
  const { subnets } = await door.get<{ subnets: Named[] }>(`/networking/v2.0/subnets?network_id=${network}`)
  const { router } = await door.post<{ router: Named }>('/networking/v2.0/routers', {
    router: { name: 'demo', external_gateway_info: { network_id: outside } },
  })
  for (const { id: subnet_id } of subnets)
    await door.put(`/networking/v2.0/routers/${router.id}/add_router_interface`, { subnet_id })
}

interface FloatingIp {
  readonly floating_ip_address: string
}

/** Associates a floating IP with the server and returns its address; undefined without an external network. */
export const ensureFloatingIp = async (door: AdminClient, serverId: string): Promise<string | undefined> => {
  const { ports } = await door.get<{ ports: { id: string }[] }>(
    `/networking/v2.0/ports?device_id=${serverId}`,
  )
  const [port] = ports
  if (!port) return undefined
  const path = '/networking/v2.0/floatingips'
  const { floatingips } = await door.get<{ floatingips: FloatingIp[] }>(`${path}?port_id=${port.id}`)
  const [known] = floatingips
  if (known) return known.floating_ip_address
  const outside = await publicNetwork(door)
  if (outside === undefined) return undefined
  const made = await door.post<{ floatingip: FloatingIp }>(path, {
    floatingip: { floating_network_id: outside, port_id: port.id },
  })
  return made.floatingip.floating_ip_address
}
