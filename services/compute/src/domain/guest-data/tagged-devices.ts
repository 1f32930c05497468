import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { JsonObject } from '@nimbo/kernel/json'
import type { ServerPort } from '../networks/server-port.ts'

/** Bus and address are chosen by the hypervisor and unknown here. */
const anywhere = { bus: 'none', address: 'none' }

/** `devices` of `meta_data.json`: the tagged devices, so that the guest can identify them. */
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
