import { FlavorPayload, KeypairPayload, serverParts } from '@nimbo/contracts/compute/notifications/payloads'
import type { Context } from '@nimbo/kernel/context'
import { filled } from '@nimbo/notifications/notification'
import type { BlockDevice, EmbeddedFlavor } from '../servers/request-spec.ts'
import { internalName, type Server } from '../servers/server.ts'
import { fingerprintOf, keyTypeOf } from '../key-pairs/key-type.ts'
import { type ExceptionData, exceptionPayload } from './exception-payload.ts'
import { wireTime, wireTimeMicros } from '../wire-time.ts'
import { powerStateName } from '../servers/power-state-name.ts'

/** The data that notifications contain, with the parts that are not in a server's row. */
export interface NotifiedServer {
  readonly server: Server
  /** Undefined unless `bdms_in_notifications` is set. */
  readonly disks: readonly BlockDevice[] | undefined
  /** Whether to include an empty list of shares. */
  readonly shares: boolean
}

const maybe = (instant: string | null): string | null => (instant === null ? null : wireTime(instant))

/** The flavor as stored with the server, which has no access list. */
export const embeddedFlavorPayload = (flavor: EmbeddedFlavor) =>
  filled(FlavorPayload, {
    flavorid: flavor.id,
    name: flavor.name,
    memory_mb: flavor.memoryMb,
    vcpus: flavor.vcpus,
    root_gb: flavor.rootGb,
    ephemeral_gb: flavor.ephemeralGb,
    swap: flavor.swapMb,
    rxtx_factor: 1,
    vcpu_weight: 0,
    disabled: false,
    is_public: true,
    extra_specs: flavor.extraSpecs,
    projects: null,
    description: flavor.description,
  })

const addressesOf = ({ networkInfo }: Server) =>
  networkInfo.flatMap(({ portId, networkName, macAddress, addresses }) =>
    addresses.map(({ address, version }) =>
      filled(serverParts.ip, {
        label: networkName,
        mac: macAddress,
        meta: {},
        port_uuid: portId,
        version,
        address,
        device_name: `tap${portId.slice(0, 11)}`,
      }),
    ),
  )

const volumesOf = (disks: readonly BlockDevice[]) =>
  disks.flatMap(({ volumeId, deviceName, bootIndex, deleteOnTermination, tag }) =>
    volumeId === undefined
      ? []
      : [
          filled(serverParts.blockDevice, {
            device_name: deviceName ?? null,
            boot_index: bootIndex ?? null,
            delete_on_termination: deleteOnTermination,
            volume_id: volumeId,
            tag: tag ?? null,
          }),
        ],
  )

/** The part common to all versioned notifications about a server. */
export const serverData = ({ server, disks, shares }: NotifiedServer, ctx: Context) => ({
  uuid: server.id,
  user_id: server.userId,
  tenant_id: server.projectId,
  reservation_id: server.reservationId,
  display_name: server.name,
  display_description: server.description,
  host_name: server.hostname,
  host: server.host,
  node: server.node,
  os_type: server.imageProperties.os_type ?? null,
  architecture: server.imageProperties.hw_architecture ?? null,
  availability_zone: server.availabilityZone,
  flavor: embeddedFlavorPayload(server.flavor),
  image_uuid: server.imageId,
  key_name: server.keyName,
  kernel_id: server.imageProperties.kernel_id ?? null,
  ramdisk_id: server.imageProperties.ramdisk_id ?? null,
  created_at: wireTime(server.createdAt),
  launched_at: maybe(server.launchedAt),
  terminated_at: maybe(server.terminatedAt),
  deleted_at: maybe(server.deletedAt),
  updated_at: maybe(server.updatedAt),
  state: server.vmState,
  power_state: powerStateName(server.powerState),
  task_state: server.taskState,
  progress: server.progress,
  ip_addresses: addressesOf(server),
  block_devices: disks === undefined ? null : volumesOf(disks),
  metadata: server.metadata,
  locked: server.locked,
  locked_reason: server.lockedReason,
  auto_disk_config: server.diskConfig,
  // Periodic tasks have no request id.
  request_id: ctx.userId === undefined ? null : ctx.requestId,
  action_initiator_user: ctx.userId ?? null,
  action_initiator_project: ctx.projectId ?? null,
  shares: shares ? [] : null,
})

/** The data of an action on a server, with its failure if there is one. */
export const actionData = (told: NotifiedServer, ctx: Context, fault: ExceptionData | undefined) => ({
  ...serverData(told, ctx),
  fault: fault === undefined ? null : exceptionPayload(fault),
})

const keyPairsOf = ({ keyName, publicKey, userId }: Server) => {
  if (keyName === null || publicKey === null) return []
  const type = keyTypeOf(publicKey)
  const fingerprint = fingerprintOf(type, publicKey)
  return [
    filled(KeypairPayload, { user_id: userId, name: keyName, fingerprint, public_key: publicKey, type }),
  ]
}

/** Additional data of a creation. */
export const creationData = (server: Server) => ({
  keypairs: keyPairsOf(server),
  tags: [...server.tags],
  trusted_image_certificates:
    server.trustedImageCertificates === null ? null : [...server.trustedImageCertificates],
  instance_name: internalName(server.number),
})

const orEmpty = (instant: string | null): string => (instant === null ? '' : wireTimeMicros(instant))

/** The part common to all unversioned notifications about a server. */
export const serverUsage = (server: Server) => ({
  tenant_id: server.projectId,
  user_id: server.userId,
  instance_id: server.id,
  display_name: server.name,
  reservation_id: server.reservationId,
  hostname: server.hostname,
  instance_type: server.flavor.name,
  instance_type_id: server.flavor.id,
  instance_flavor_id: server.flavor.id,
  architecture: server.imageProperties.hw_architecture ?? null,
  memory_mb: server.flavor.memoryMb,
  disk_gb: server.flavor.rootGb + server.flavor.ephemeralGb,
  vcpus: server.flavor.vcpus,
  root_gb: server.flavor.rootGb,
  ephemeral_gb: server.flavor.ephemeralGb,
  host: server.host,
  node: server.node,
  availability_zone: server.availabilityZone,
  cell_name: '',
  created_at: `${server.createdAt.slice(0, 19).replace('T', ' ')}+00:00`,
  terminated_at: orEmpty(server.terminatedAt),
  deleted_at: orEmpty(server.deletedAt),
  launched_at: orEmpty(server.launchedAt),
  image_ref_url: server.imageId,
  os_type: server.imageProperties.os_type ?? null,
  kernel_id: server.imageProperties.kernel_id ?? null,
  ramdisk_id: server.imageProperties.ramdisk_id ?? null,
  state: server.vmState,
  state_description: server.taskState ?? '',
  progress: server.progress === 0 ? ('' as const) : server.progress,
  access_ip_v4: server.accessIpV4,
  access_ip_v6: server.accessIpV6,
  image_meta: server.imageProperties,
  metadata: server.metadata,
})

/** A server's addresses in unversioned notifications. */
export const fixedIps = ({ networkInfo }: Server) =>
  networkInfo.flatMap(({ networkName, macAddress, addresses }) =>
    addresses.map(({ address, version, floatingIps }) => ({
      ...{ address, type: 'fixed' as const, version, meta: {}, floating_ips: [...floatingIps] },
      ...{ label: networkName, vif_mac: macAddress },
    })),
  )
