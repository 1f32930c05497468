import type { Hypervisor } from '@nimbo/compute/driver/hypervisor'
import { isoImage } from '@nimbo/iso9660/iso-image'
import { newId, type ServerId } from '@nimbo/kernel/ids'

/**
 * A guest that counts in memory only. Each line of its console contains the number, whether an address answers a ping, the boot
 * since which it counts, and the number of sectors of its second disk.
 */
const userData = (pinged: string): string => `#!/bin/sh
(
  count=0
  while :; do
    count=$((count + 1))
    if ping -c 1 -W 1 ${pinged} > /dev/null 2>&1; then heard=pong; else heard=silence; fi
    boot=$(cat /proc/sys/kernel/random/boot_id)
    echo "count-$count $heard $boot $(cat /sys/block/vdb/size 2> /dev/null || echo 0) sectors" > /dev/console
    sleep 1
  done
) &
`

interface Counting {
  /** The MAC address of its interface. */
  readonly mac: string
  readonly address: string
  /** The address it pings. */
  readonly pinged: string
}

/** The config drive of a counting guest. */
export const countingDrive = ({ mac, address, pinged }: Counting): Buffer => {
  const network = {
    links: [{ id: 'tap', type: 'bridge', mtu: 1450, ethernet_mac_address: mac }],
    networks: [
      { id: 'net', type: 'ipv4', link: 'tap', ip_address: address, netmask: '255.255.255.0', routes: [] },
    ],
  }
  const files = new Map([
    ['openstack/latest/meta_data.json', Buffer.from(JSON.stringify({ uuid: newId(), hostname: 'counter' }))],
    ['openstack/latest/network_data.json', Buffer.from(JSON.stringify(network))],
    ['openstack/latest/user_data', Buffer.from(userData(pinged))],
  ])
  return Buffer.from(isoImage({ volumeId: 'config-2', files }))
}

export interface Counted {
  readonly count: number
  readonly heard: string
  readonly boot: string
  readonly sectors: number
}

const line = /count-(\d+) (\w+) (\S+) (\d+) sectors/g

/** The numbers a guest has counted on this host, read from its console. */
export const countedOn = async ({ consoles }: Hypervisor, id: ServerId): Promise<readonly Counted[]> =>
  [...(await consoles.consoleOutput(id, 1_000_000)).matchAll(line)].map(
    ([, count, heard = '', boot = '', sectors]) => ({
      ...{ count: Number(count), heard, boot },
      sectors: Number(sectors),
    }),
  )
