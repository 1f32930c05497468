import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { JsonObject } from '@nimbo/kernel/json'
import { rootDevice } from '../block-devices/device-names.ts'
import { localDisksOf } from '../block-devices/local-disks-of.ts'
import type { ServerPort } from '../networks/server-port.ts'

/** The device names of disks: cloud-init mounts `ephemeral0` and `swap` by them. */
const blockDeviceMapping = (server: HostedServer): JsonObject => {
  const root = server.disks.find(({ bootIndex }) => bootIndex === 0)?.deviceName ?? rootDevice
  const local = localDisksOf(server)
  const ephemerals = local.filter(({ kind, device }) => kind === 'ephemeral' && device !== undefined)
  const swap = local.find(({ kind, device }) => kind === 'swap' && device !== undefined)
  const volumes = server.disks
    .flatMap(({ destinationType, deviceName }) =>
      destinationType === 'volume' && deviceName !== undefined ? [deviceName] : [],
    )
    .sort()
  return {
    ami: root.replace(/^\/dev\//, ''),
    root,
    ...Object.fromEntries(ephemerals.map(({ device = '' }, index) => [`ephemeral${index}`, device])),
    ...(swap?.device === undefined ? {} : { swap: swap.device }),
    ...Object.fromEntries(volumes.map((device, index) => [`ebs${index}`, device])),
  }
}

/** `ec2/latest/meta-data.json`: the metadata in the EC2 format. */
export const ec2MetadataJson = (server: HostedServer, ports: readonly ServerPort[]): JsonObject => {
  const addresses = ports.flatMap(({ port }) => port.fixed_ips.map(({ ip_address }) => ip_address))
  const localIp = addresses.find((address) => !address.includes(':')) ?? ''
  const floatingIps = ports.flatMap((one) => [...(one.floatingIps?.values() ?? [])].flat())
  return {
    'instance-id': server.id,
    'instance-type': server.flavor.name,
    'instance-action': 'none',
    'ami-id': server.image?.id ?? '',
    'ami-launch-index': server.launchIndex,
    'block-device-mapping': blockDeviceMapping(server),
    hostname: server.hostname,
    'local-hostname': server.hostname,
    'public-hostname': server.hostname,
    'local-ipv4': localIp,
    'public-ipv4': floatingIps[0] ?? '',
    placement: { 'availability-zone': server.availabilityZone ?? '' },
    'reservation-id': server.reservationId,
    'security-groups': server.securityGroups,
    ...(server.keyName === undefined || server.publicKey === undefined
      ? {}
      : { 'public-keys': { '0': { _name: `0=${server.keyName}`, 'openssh-key': server.publicKey } } }),
  }
}
