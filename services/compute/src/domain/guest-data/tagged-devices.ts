import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { JsonObject } from '@nimbo/kernel/json'
import type { ServerPort } from '../networks/server-port.ts'
import { shownIn } from './metadata-versions.ts'
import { isDevicePort, isTrusted, vlanOf } from '../pci/port-requests.ts'

/** As in Nova, `none` where the host told no address. */
const placeIn = (
  { deviceAddresses = [] }: Pick<HostedServer, 'deviceAddresses'>,
  ...names: readonly (string | undefined)[]
) => {
  const found = deviceAddresses.find(({ of }) => names.includes(of))
  return { bus: found?.bus ?? 'none', address: found?.address ?? 'none' }
}

/** The host's address of the card that backs a port. */
const cardOf = ({ 'binding:profile': profile }: ServerPort['port']): string | undefined => {
  const slot = profile?.pci_slot
  return typeof slot === 'string' ? slot : undefined
}

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
  server: Pick<HostedServer, 'disks' | 'deviceAddresses'>,
  ports: readonly ServerPort[],
  version: string,
): readonly JsonObject[] => [
  ...ports.flatMap(({ port, tag }) => {
    const facts = deviceFacts(port, version)
    if (tag === undefined && Object.keys(facts).length === 0) return []
    return [
      {
        ...{ type: 'nic', ...placeIn(server, port.mac_address, cardOf(port)), mac: port.mac_address },
        ...{
          tags: tag === undefined ? [] : [tag],
          ...shownIn(version, since, { vf_trusted: false }),
          ...facts,
        },
      },
    ]
  }),
  ...server.disks.flatMap(({ tag, deviceName, volumeId }) =>
    tag === undefined
      ? []
      : [
          {
            type: 'disk',
            ...placeIn(server, deviceName?.replace(/^\/dev\//, '')),
            ...(volumeId === undefined ? {} : { serial: volumeId }),
            ...(deviceName === undefined ? {} : { path: deviceName }),
            tags: [tag],
          },
        ],
  ),
]
