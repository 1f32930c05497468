import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { JsonObject } from '@nimbo/kernel/json'
import { rootDevice } from '../block-devices/device-names.ts'
import { localDisksOf } from '../block-devices/local-disks-of.ts'
import type { ServerPort } from '../networks/server-port.ts'
import { ec2ImageId, ec2InstanceId } from './ec2-ids.ts'
import { fullHostname } from './full-hostname.ts'
import { shownIn } from './metadata-versions.ts'

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

/** The version of the EC2 format with which each value came; the others are in all. */
const since = {
  ...{ 'local-hostname': '2007-01-19', 'public-hostname': '2007-01-19', 'public-ipv4': '2007-01-19' },
  ...{ 'instance-type': '2007-08-29', 'block-device-mapping': '2007-12-15' },
  ...{ 'kernel-id': '2007-12-15', 'ramdisk-id': '2007-12-15' },
  ...{ placement: '2008-02-01', 'instance-action': '2008-09-01' },
}

/** The images of the kernel and the initial RAM disk, if the server's image names them. */
const bootImages = ({ imageProperties }: HostedServer): JsonObject =>
  Object.fromEntries(
    Object.entries({
      'kernel-id': ec2ImageId('aki', imageProperties.kernel_id ?? ''),
      'ramdisk-id': ec2ImageId('ari', imageProperties.ramdisk_id ?? ''),
    }).flatMap(([name, id]) => (id === undefined ? [] : [[name, id]])),
  )

/** `ec2/VERSION/meta-data.json`: the metadata in the EC2 format. */
export const ec2MetadataJson = (
  server: HostedServer,
  ports: readonly ServerPort[],
  { domain }: { readonly domain: string },
  version: string,
): JsonObject => {
  const hostname = fullHostname(server, domain)
  const addresses = ports.flatMap(({ port }) => port.fixed_ips.map(({ ip_address }) => ip_address))
  const localIp = addresses.find((address) => !address.includes(':')) ?? ''
  const floatingIps = ports.flatMap((one) => [...(one.floatingIps?.values() ?? [])].flat())
  return shownIn(version, since, {
    'instance-id': ec2InstanceId(server),
    'instance-type': server.flavor.name,
    'instance-action': 'none',
    'ami-id': ec2ImageId('ami', server.image?.id ?? '') ?? '',
    'ami-launch-index': server.launchIndex,
    // Clients of EC2 expect the name; nothing stands behind it, in Nova neither.
    'ami-manifest-path': 'FIXME',
    ...bootImages(server),
    'block-device-mapping': blockDeviceMapping(server),
    hostname,
    'local-hostname': hostname,
    'public-hostname': hostname,
    'local-ipv4': localIp,
    'public-ipv4': floatingIps[0] ?? '',
    placement: { 'availability-zone': server.availabilityZone ?? '' },
    'reservation-id': server.reservationId,
    'security-groups': server.securityGroups,
    ...(server.keyName === undefined || server.publicKey === undefined
      ? {}
      : { 'public-keys': { '0': { _name: `0=${server.keyName}`, 'openssh-key': server.publicKey } } }),
  })
}
