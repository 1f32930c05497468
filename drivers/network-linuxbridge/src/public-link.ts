import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { bridgePrefix } from './device-names.ts'
import { deviceExists, linksBy, listDevices } from './links.ts'
import { ownerOf } from './owner.ts'
import { runCommand as run } from './run-command.ts'

/** Identifies the cloud, and names the directory for files that the host's clouds share. */
export interface PublicLinkOptions {
  readonly cloud: string
  readonly runtimeDirectory?: string
}

/** The connection between the host and an external network of the cloud. */
export interface PublicLink extends PublicLinkOptions {
  /** For example `172.24.4.0/24`. */
  readonly cidr: string
  /** The host's address on the network, used by routers as their gateway. */
  readonly gateway: string
}

const hostPrefix = 'nimbo-'
const forwarding = '/proc/sys/net/ipv4/ip_forward'

const hostEnd = (options: PublicLinkOptions): string => `${hostPrefix}${ownerOf(options)}`

/** The end of the veth pair that belongs on the network's bridge; to be given to the driver as physical device. */
export const publicDevice = (options: PublicLinkOptions): string => `nimbx-${ownerOf(options)}`

const tableOf = (options: PublicLinkOptions): string => `nimbo_${ownerOf(options)}_public`

/** A file which says that a cloud switched IP forwarding on; the last cloud to leave switches it off. */
const marker = ({ runtimeDirectory = '/run/nimbo' }: PublicLinkOptions): string =>
  join(runtimeDirectory, 'forwarding-was-off')

const exists = (path: string): Promise<boolean> =>
  readFile(path).then(
    () => true,
    () => false,
  )

/**
 * Masquerades guests' packets behind the host's address. Frames that only cross a bridge pass the same hook and must be
 * left alone.
 */
const maskingScript = (link: PublicLink): string => {
  const table = tableOf(link)
  return `
add table ip ${table}
delete table ip ${table}
add table ip ${table}
add chain ip ${table} leaving { type nat hook postrouting priority 100; policy accept; }
add rule ip ${table} leaving ip saddr ${link.cidr} oifname != "${hostEnd(link)}" oifname != "${bridgePrefix}*" masquerade
`
}

const switchForwardingOn = async (link: PublicLink): Promise<void> => {
  if ((await readFile(forwarding, 'utf8')).trim() === '1') return
  await mkdir(link.runtimeDirectory ?? '/run/nimbo', { recursive: true, mode: 0o755 })
  await writeFile(marker(link), '')
  await writeFile(forwarding, '1')
}

const switchForwardingBack = async (options: PublicLinkOptions): Promise<void> => {
  const others = (await listDevices()).filter((device) => device.startsWith(hostPrefix))
  if (others.length > 0 || !(await exists(marker(options)))) return
  await writeFile(forwarding, '0')
  await rm(marker(options), { force: true })
}

/** Makes the host the gateway of an external network. Can be repeated. */
export const openPublicLink = async (link: PublicLink): Promise<void> => {
  const links = linksBy(run)
  const [host, bridged] = [hostEnd(link), publicDevice(link)]
  await links.ensure(host, 'type', 'veth', 'peer', 'name', bridged)
  for (const device of [host, bridged]) await links.withoutIpv6(device)
  await run(['ip', 'address', 'replace', `${link.gateway}/${link.cidr.split('/')[1]}`, 'dev', host])
  for (const device of [host, bridged]) await links.set(device, 'up')
  await run(['nft', '-f', '-'], maskingScript(link))
  await switchForwardingOn(link)
}

/** Undoes {@link openPublicLink}; succeeds when there is nothing to undo. */
export const closePublicLink = async (options: PublicLinkOptions): Promise<void> => {
  const table = tableOf(options)
  // `nft delete` fails on a missing table, so add it first.
  await run(['nft', '-f', '-'], `add table ip ${table}\ndelete table ip ${table}\n`)
  await linksBy(run).remove(hostEnd(options))
  await switchForwardingBack(options)
}

/** Describes what exists on the host because of the link, for `nimbo down` to report. */
export const publicLinkOnHost = async (options: PublicLinkOptions): Promise<readonly string[]> => {
  const device = hostEnd(options)
  if (!(await deviceExists(device))) return []
  return [
    `the interface ${device} is the gateway of the network public`,
    `the nftables table ip ${tableOf(options)} lets what is behind it leave under the host's addresses`,
    ...((await exists(marker(options))) ? ['forwarding of IPv4 is switched on, which was off'] : []),
  ]
}

interface Route {
  readonly dst: string
  readonly dev?: string
}

/** The first of these CIDRs to which the host has no route yet, except for routes of this cloud. */
export const firstUnroutedOf = async (
  options: PublicLinkOptions,
  candidates: readonly string[],
): Promise<string | undefined> => {
  const routes = JSON.parse(await run(['ip', '-j', '-4', 'route', 'show'])) as readonly Route[]
  const known = routes.flatMap(({ dst, dev }) => {
    if (dst === 'default' || dev === hostEnd(options)) return []
    return [ipaddr.IPv4.parseCIDR(dst.includes('/') ? dst : `${dst}/32`)]
  })
  return candidates.find((cidr) => {
    const [first, length] = ipaddr.IPv4.parseCIDR(cidr)
    return known.every(([network, prefix]) => {
      const shorter = Math.min(prefix, length)
      return !first.match(network, shorter)
    })
  })
}
