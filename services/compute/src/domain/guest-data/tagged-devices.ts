import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { JsonObject } from '@nimbo/kernel/json'
import type { ServerPort } from '../networks/server-port.ts'

/** Where in the machine a device is plugged is the hypervisor's choice, and not known here. */
const anywhere = { bus: 'none', address: 'none' }

/** `devices` of `meta_data.json`: what its user put a tag on, so that the guest can tell one from the other. */
export const taggedDevices = (
  { disks }: Pick<HostedServer, 'disks'>,
  ports: readonly ServerPort[],
): readonly JsonObject[] => [
  ...ports.flatMap(({ port, tag }) =>
    tag === undefined ? [] : [{ type: 'nic', ...anywhere, mac: port.mac_address, tags: [tag] }],
  ),
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
