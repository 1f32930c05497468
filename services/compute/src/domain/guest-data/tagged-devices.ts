import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { JsonObject } from '@nimbo/kernel/json'
import type { ServerPort } from '../networks/server-port.ts'
import { isDevicePort, isTrusted, vlanOf } from '../pci/port-requests.ts'

/** Bus and address are chosen by the hypervisor and unknown here. */
const anywhere = { bus: 'none', address: 'none' }

/** What a guest cannot see of a port that is a PCI device: its VLAN, which the guest must tag itself on a whole card. */
const deviceFacts = (port: ServerPort['port']): JsonObject => {
  if (!isDevicePort(port)) return {}
  const vlan = vlanOf(port)
  return { ...(vlan === undefined ? {} : { vlan }), ...(isTrusted(port) ? { vf_trusted: true } : {}) }
}

/**
 * `devices` of `meta_data.json`, so that the guest can identify them: those with a tag, and like in Nova interfaces that are PCI
 * devices in a VLAN or trusted.
 */
export const taggedDevices = (
  { disks }: Pick<HostedServer, 'disks'>,
  ports: readonly ServerPort[],
): readonly JsonObject[] => [
  ...ports.flatMap(({ port, tag }) => {
    const facts = deviceFacts(port)
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
