import { hostname } from 'node:os'
import { ConfigError } from '@nimbo/config/config-error'
import { loadConfig } from '@nimbo/config/load-config'
import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, float, integer, list, seconds, string } from '@nimbo/config/option-types'
import { flowOptions } from '@nimbo/durable/flow-options'
import { auditUnits } from '@nimbo/notifications/audit-period'
import { notificationOptions } from '@nimbo/notifications/notification-options'
import { quotaOptions } from './quota-options.ts'

const service = defineOptions('DEFAULT', {
  host: string({ help: 'Name of this machine in the list of volume services; unset: its host name.' }),
  enabled_backends: list({
    default: [],
    help: 'Names of the sections that describe the back ends of cinder-volume on this machine, each known as host@section.',
  }),
  volume_usage_audit_period: choice(auditUnits, {
    default: 'month',
    help: 'Length of the periods for which `nimbo manage volume usage_audit` reports usage.',
  }),
  storage_availability_zone: string({
    default: 'nova',
    help: 'Availability zone of the volume services on this machine.',
  }),
  default_volume_type: string({
    default: '__DEFAULT__',
    help: 'Volume type of volumes whose request names none, unless the project has a default of its own; created at start if missing.',
  }),
  volume_transfer_key_length: integer({
    default: 16,
    min: 8,
    help: 'Number of characters of the authorization key with which a volume transfer is accepted.',
  }),
  message_ttl: seconds({
    default: 2_592_000,
    min: 1,
    help: 'Seconds for which messages to users about failed operations are kept.',
  }),
  default_group_type: string({
    help: 'Name of the group type that the API returns as the default one; unset: none.',
  }),
  osapi_max_limit: integer({
    default: 1000,
    min: 1,
    help: 'Maximum number of items in one response of a list.',
  }),
  report_interval: seconds({ default: 10, help: 'Seconds between two heartbeats of a service.' }),
  service_down_time: seconds({
    default: 60,
    help: 'Seconds without a heartbeat after which a service counts as down and gets no new volumes.',
  }),
})

const scheduling = defineOptions('DEFAULT', {
  scheduler_max_attempts: integer({
    default: 3,
    min: 1,
    help: 'Maximum number of back ends tried for a volume before its creation fails.',
  }),
  scheduler_default_filters: list({
    default: [
      'AvailabilityZoneFilter',
      'CapacityFilter',
      'CapabilitiesFilter',
      'SameBackendFilter',
      'DifferentBackendFilter',
      'DriverFilter',
    ],
    help: 'Filters that a back end must pass to get a volume, applied in this order. JsonFilter and InstanceLocalityFilter are also available.',
  }),
  scheduler_default_weighers: list({
    default: ['CapacityWeigher'],
    help: 'Weighers that choose among the back ends that pass the filters. Available are CapacityWeigher, AllocatedCapacityWeigher, VolumeNumberWeigher, GoodnessWeigher and ChanceWeigher.',
  }),
  capacity_weight_multiplier: float({
    default: 1,
    help: 'Weight multiplier for the free capacity of a back end: positive values spread volumes, negative values stack them.',
  }),
  allocated_capacity_weight_multiplier: float({
    default: -1,
    help: 'Weight multiplier for the capacity that a back end has provisioned to volumes: negative values spread volumes, positive values stack them.',
  }),
  volume_number_multiplier: float({
    default: -1,
    help: 'Weight multiplier for the number of volumes of a back end: negative values spread volumes, positive values stack them.',
  }),
  max_over_subscription_ratio: float({
    default: 20,
    min: 1,
    help: 'Factor by which the volumes of a back end with thin provisioning may exceed its capacity in total.',
  }),
})

/** Options of the backup store, for `cinder-backup` only. */
export const backupOptions = defineOptions('DEFAULT', {
  backup_driver: string({
    default: 'cinder.backup.drivers.posix.PosixBackupDriver',
    help: 'Where backups are kept: in a directory (the default), in the object store of this cloud (cinder.backup.drivers.swift.SwiftBackupDriver), in S3 storage (cinder.backup.drivers.s3.S3BackupDriver), or in a pool of Ceph (cinder.backup.drivers.ceph.CephBackupDriver).',
  }),
  backup_ceph_conf: string({
    default: '/etc/ceph/ceph.conf',
    help: 'For backups in Ceph: its configuration file. The key of the user must be where this file says, or in a default place of Ceph.',
  }),
  backup_ceph_user: string({
    default: 'cinder',
    help: 'For backups in Ceph: name of the user, without the prefix "client.".',
  }),
  backup_ceph_pool: string({ default: 'backups', help: 'For backups in Ceph: pool of the backups.' }),
  backup_swift_container: string({
    default: 'volumebackups',
    help: 'For backups in the object store: container of the backups, in the account of the service project.',
  }),
  backup_swift_object_size: integer({
    default: 52_428_800,
    min: 1024,
    help: 'For backups in the object store: size of an object in bytes; larger backups consist of several objects.',
  }),
  backup_s3_endpoint_url: string({
    help: 'For backups in S3: URL of the storage, for example https://s3.example.org.',
  }),
  backup_s3_store_access_key: string({ help: 'For backups in S3: access key.' }),
  backup_s3_store_secret_key: string({
    secret: true,
    help: 'For backups in S3: secret key of backup_s3_store_access_key.',
  }),
  backup_s3_store_bucket: string({
    default: 'volumebackups',
    help: 'For backups in S3: bucket of the backups; created if missing.',
  }),
  backup_s3_region_name: string({
    default: 'us-east-1',
    help: 'For backups in S3: region for which requests are signed.',
  }),
  backup_s3_object_size: integer({
    default: 52_428_800,
    min: 5_242_880,
    help: 'For backups in S3: size of a part in bytes. Larger backups are uploaded in parts, two of which are in memory.',
  }),
  backup_s3_timeout: integer({
    default: 60,
    min: 1,
    help: 'For backups in S3: timeout of a request, in seconds.',
  }),
  backup_s3_retry_max_attempts: integer({
    default: 4,
    min: 1,
    help: 'For backups in S3: maximum number of attempts for a request that gets no answer or an error of the storage.',
  }),
  backup_s3_ca_cert_file: string({
    help: 'For backups in S3: file with the CA certificates that the storage is verified with; unset: those of the system.',
  }),
  backup_posix_path: string({
    default: '$state_path/backup',
    help: 'For backups in a directory: its path, preferably on another file system than the volumes.',
  }),
  backup_block_size_bytes: integer({
    default: 262_144,
    min: 512,
    help: 'Block size of backups in bytes. An incremental backup keeps the blocks that have changed.',
  }),
})

/** Options for the work of the back ends, for `cinder-volume` only. */
export const conversionOptions = defineOptions('DEFAULT', {
  image_conversion_dir: string({
    default: '$state_path/conversion',
    help: 'Directory in which the rbd driver converts images and encrypted disks before it uploads them to Ceph; needs space for several of them.',
  }),
})

/** The options of cinder.conf. */
export const cinderOptions = [
  service,
  scheduling,
  quotaOptions,
  flowOptions,
  ...notificationOptions('cinder'),
] as const

/** Options of a back end, in a section that `enabled_backends` names. */
export const backendOptions = <const Section extends string>(section: Section) =>
  defineOptions(section, {
    volume_driver: choice(['file', 'rbd', 'fake'], {
      default: 'file',
      help: 'Driver of the back end: file keeps volumes as files in a directory, which machines may share; rbd keeps them in Ceph; fake only pretends.',
    }),
    volume_backend_name: string({
      help: 'Name of the back end in the extra specs of volume types; unset: the name of its section. Several back ends may share a name.',
    }),
    reserved_percentage: integer({
      default: 0,
      min: 0,
      help: 'Percentage of the capacity that volumes cannot use.',
    }),
    extra_capabilities: string({
      default: '{}',
      help: 'JSON object of strings: further capabilities of the back end, which extra specs of volume types can require.',
    }),
    filter_function: string({
      help: 'Expression that is true for volumes that the back end accepts, for example volume.size < 10; unset: all.',
    }),
    goodness_function: string({
      help: 'Expression for GoodnessWeigher that rates from 0 to 100 how well the back end suits a volume; unset: 0.',
    }),
    volumes_dir: string({
      default: '$state_path/volumes',
      help: 'For the file driver: directory of the volumes.',
    }),
    target_protocol: choice(['file', 'nbd'], {
      default: 'file',
      help: 'For the file driver: how hosts access volumes. With file by path, so that all hosts need the directory at the same path; with nbd over NBD, served by qemu-storage-daemon on this host.',
    }),
    target_ip_address: string({
      help: 'With NBD: address of this host at which guests of other hosts access volumes. Unset: only guests of this host can access them, through a socket.',
    }),
    target_port: integer({
      default: 10_809,
      min: 1,
      help: 'With NBD: port at target_ip_address; each back end of a host needs one of its own.',
    }),
    nbd_tls: boolean({
      default: true,
      help: 'With NBD: whether other hosts must connect with TLS, with certificates on both sides. Without it, anyone who can reach the port can read and write volumes.',
    }),
    nbd_tls_x509_cert_dir: string({
      default: '/etc/pki/qemu',
      help: 'With NBD: directory with ca-cert.pem, server-cert.pem, server-key.pem, client-cert.pem and client-key.pem.',
    }),
    rbd_pool: string({ default: 'rbd', help: 'For the rbd driver: Ceph pool of the volumes.' }),
    rbd_user: string({
      default: 'cinder',
      help: 'For the rbd driver: name of the Ceph user, without the prefix "client.".',
    }),
    rbd_ceph_conf: string({
      default: '/etc/ceph/ceph.conf',
      help: 'For the rbd driver: configuration file of Ceph, at the same path on all machines that access the volumes. The key of the user must be where this file says, or in a default place of Ceph.',
    }),
    rbd_secret_uuid: string({
      help: 'For the rbd driver: UUID of the libvirt secret with the key of the user; unset: derived from the cluster and the user.',
    }),
  })

/** Parses `extra_capabilities`. Throws if it is not a JSON object. */
export const extraCapabilities = (text: string): Readonly<Record<string, string>> => {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
  } catch {
    // Invalid JSON is refused below, like JSON that is not an object.
  }
  throw new ConfigError([`extra_capabilities = ${text}: this is no JSON object`])
}

export type CinderConfig = Config<(typeof cinderOptions)[number]>

/** The configuration when the operator sets no option. */
export const defaultCinderConfig = (): CinderConfig =>
  loadConfig({ files: [], env: {}, options: cinderOptions })

/** The host name of this machine's services. */
export const hostOf = ({ DEFAULT }: CinderConfig): string => DEFAULT.host ?? hostname()
