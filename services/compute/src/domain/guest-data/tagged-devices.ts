import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { JsonObject } from '@nimbo/kernel/json'
import type { ServerPort } from '../networks/server-port.ts'
import { shownIn } from './metadata-versions.ts'
import { isDevicePort, isTrusted, vlanOf } from '../pci/port-requests.ts'

/** The hypervisor chooses bus and address, so they are unknown here. */
const anywhere = { bus: 'none', address: 'none' }

/** The versions of the OpenStack format with which these values came. */
const since = { vlan: '2017-02-22', vf_trusted: '2018-08-27' }

/**
 * What a guest cannot see of a port that a PCI device backs: its VLAN, which the guest itself must tag on a whole card,
 * and whether it is trusted.
 */
const deviceFacts = (port: ServerPort['port'], version: string): JsonObject => {
  if (!isDevicePort(port)) return {}
  const vlan = vlanOf(port)
  return shownIn(version, since, {
    ...(vlan === undefined ? {} : { vlan }),
    ...(isTrusted(port) ? { vf_trusted: true } : {}),
  })
}

/**
 * `devices` of `meta_data.json`, so that the guest can identify them: devices with a tag and, as in Nova, interfaces
 * that PCI devices back and that are trusted or in a VLAN.
 */
export const taggedDevices = (
  { disks }: Pick<HostedServer, 'disks'>,
  ports: readonly ServerPort[],
  version: string,
): readonly JsonObject[] => [
  ...ports.flatMap(({ port, tag }) => {
    const facts = deviceFacts(port, version)
    if (tag === undefined && Object.keys(facts).length === 0) return []
    return [
      {
        ...{ type: 'nic', ...anywhere, mac: port.mac_address },
        ...{ tags: tag === undefined ? [] : [tag], ...facts },
      },
    ]
  }),
  ...disks.flatMap(({ tag, deviceName, volumeId }) =>
    tag === undefined
      ? []
      : [
          {
            type: 'disk',
            ...anywhere,
            ...(volumeId === undefined ? {} : { serial: volumeId }),
            ...(deviceName === undefined ? {} : { path: deviceName }),
            tags: [tag],
          },
        ],
  ),
]
