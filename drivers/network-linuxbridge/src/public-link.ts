import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { bridgePrefix } from './device-names.ts'
import { deviceExists, linksBy, listDevices } from './links.ts'
import { ownerOf } from './owner.ts'
import { runCommand as run } from './run-command.ts'

/** The cloud on whose host it is, and where the whole host keeps what its clouds share. */
export interface PublicLinkOptions {
  readonly cloud: string
  readonly runtimeDirectory?: string
}

/** The way between the host and a network of the cloud that leads outside. */
export interface PublicLink extends PublicLinkOptions {
  /** `172.24.4.0/24` */
  readonly cidr: string
  /** The host's own address on it, which guests leave by. */
  readonly gateway: string
}

const hostPrefix = 'nimbo-'
const forwarding = '/proc/sys/net/ipv4/ip_forward'

const hostEnd = (options: PublicLinkOptions): string => `${hostPrefix}${ownerOf(options)}`

/** The end that belongs on the bridge of the network: the device that leads to it, for the driver. */
export const publicDevice = (options: PublicLinkOptions): string => `nimbx-${ownerOf(options)}`

const tableOf = (options: PublicLinkOptions): string => `nimbo_${ownerOf(options)}_public`

/** Says that a cloud of this host switched forwarding on, which the last of them switches off again. */
const marker = ({ runtimeDirectory = '/run/nimbo' }: PublicLinkOptions): string =>
  join(runtimeDirectory, 'forwarding-was-off')

const exists = (path: string): Promise<boolean> =>
  readFile(path).then(
    () => true,
    () => false,
  )

/**
 * Guests leave under the host's addresses. Frames that merely cross a bridge of a cloud pass the same hook, and are none of
 * its business.
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

/** Makes the host the gateway of a network that leads outside; again, it is as it was. */
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

/** Takes all of it back; nothing there is a success. */
export const closePublicLink = async (options: PublicLinkOptions): Promise<void> => {
  const table = tableOf(options)
  // To add first makes that what is deleted is there.
  await run(['nft', '-f', '-'], `add table ip ${table}\ndelete table ip ${table}\n`)
  await linksBy(run).remove(hostEnd(options))
  await switchForwardingBack(options)
}

/** What stands on the host because of it, in words for its owner. */
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

/** The first of these networks that no route of the host leads to yet, but for the cloud's own. */
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
