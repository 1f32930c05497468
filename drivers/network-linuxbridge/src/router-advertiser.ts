import { mkdir, rm } from 'node:fs/promises'
import type { RouterPort, RunRouter } from '@nimbo/network/driver/runs-routers'
import { interfaceDevice } from './device-names.ts'
import { type DaemonFiles, endDaemon } from './daemon.ts'
import { ensureDnsmasq } from './dnsmasq-process.ts'
import type { Namespaces } from './namespaces.ts'

type Advertised = NonNullable<RouterPort['advertised']>[number]

/** dnsmasq's names for the modes SLAAC, stateless and stateful DHCPv6. */
const modes: Readonly<Record<Advertised['mode'], string>> = {
  slaac: 'ra-only',
  'dhcpv6-stateless': 'ra-stateless',
  'dhcpv6-stateful': 'static',
}

/** Guests send a solicitation when they come up; periodic advertisements serve those whose solicitation was lost. */
const intervalSeconds = 30
const lifetimeSeconds = 1800

const linesOf = ({ id, mtu, advertised = [] }: RouterPort): string[] => {
  if (advertised.length === 0) return []
  const device = interfaceDevice(id)
  return [
    `interface=${device}`,
    `ra-param=${device},mtu:${mtu},${intervalSeconds},${lifetimeSeconds}`,
    ...advertised.flatMap(({ prefix, mode, nameservers }, index) => {
      const tag = `${device}-${index}`
      const [first = '', length = ''] = prefix.split('/')
      // `::` alone stands for no nameserver; to dnsmasq it means itself.
      const servers = nameservers
        .filter((address) => address.includes(':') && address !== '::')
        .map((address) => `[${address}]`)
      return [
        `dhcp-range=set:${tag},${first},${modes[mode]},${length}`,
        ...(servers.length > 0 ? [`dhcp-option=tag:${tag},option6:dns-server,${servers.join(',')}`] : []),
      ]
    }),
  ]
}

/** The dnsmasq configuration for a router; empty when none of its subnets needs advertisements. */
const advertiserText = ({ interfaces }: Pick<RunRouter, 'interfaces'>, files: DaemonFiles): string => {
  const lines = interfaces.flatMap(linesOf)
  if (lines.length === 0) return ''
  return [
    // This dnsmasq only advertises: it serves neither DNS nor addresses.
    ...['port=0', 'no-hosts', 'no-resolv', 'leasefile-ro', 'bind-interfaces', 'except-interface=lo'],
    ...['user=nobody', 'enable-ra', 'quiet-ra', `pid-file=${files.pid}`, ...lines, ''],
  ].join('\n')
}

/** DHCPv6 requests are for the network's DHCP server: this dnsmasq would answer that no addresses are available. */
const silentScript = `
add table inet nimbo_advertise
delete table inet nimbo_advertise
add table inet nimbo_advertise
add chain inet nimbo_advertise input { type filter hook input priority 0; policy accept; }
add rule inet nimbo_advertise input udp dport 547 drop
`

/** Sends IPv6 router advertisements on the networks of routers: the default gateway and how guests get an address. */
export const routerAdvertiser = (spaces: Namespaces, directory: string) => {
  const filesOf = (routerId: string): DaemonFiles => ({
    config: `${directory}/${routerId}/dnsmasq.conf`,
    pid: `${directory}/${routerId}/pid`,
  })
  const remove = async (routerId: string): Promise<void> => {
    await endDaemon(filesOf(routerId))
    await rm(`${directory}/${routerId}`, { recursive: true, force: true })
  }
  return {
    ensure: async (router: RunRouter, namespace: string): Promise<void> => {
      const files = filesOf(router.id)
      const config = advertiserText(router, files)
      if (config === '') return remove(router.id)
      await mkdir(`${directory}/${router.id}`, { recursive: true, mode: 0o755 })
      await spaces.within(namespace, ['nft', '-f', '-'], silentScript)
      await ensureDnsmasq(files, config, { namespace, spaces })
    },
    remove,
  }
}
