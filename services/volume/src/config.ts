import { hostname } from 'node:os'
import { ConfigError } from '@nimbo/config/config-error'
import { loadConfig } from '@nimbo/config/load-config'
import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, float, integer, list, seconds, string } from '@nimbo/config/option-types'
import { flowOptions } from '@nimbo/durable/flow-options'
import { auditUnits } from '@nimbo/notifications/audit-period'
import { notificationOptions } from '@nimbo/notifications/notification-options'

const service = defineOptions('DEFAULT', {
  host: string({ help: 'Name of this machine among the volume services; its host name unless set.' }),
  enabled_backends: list({
    default: [],
    help: 'Sections that each describe a back end of cinder-volume here. A back end is known as host@section.',
  }),
  volume_usage_audit_period: choice(auditUnits, {
    default: 'month',
    help: 'How long the periods are that `nimbo manage volume usage_audit` tells of.',
  }),
  storage_availability_zone: string({ default: 'nova', help: 'Availability zone of the services here.' }),
  default_volume_type: string({
    default: '__DEFAULT__',
    help: 'Type of volumes for which none is asked; made at the start where it is missing.',
  }),
  volume_transfer_key_length: integer({
    default: 16,
    min: 8,
    help: 'Letters of the key by which an offered volume is taken.',
  }),
  message_ttl: seconds({
    default: 2_592_000,
    min: 1,
    help: 'Seconds for which users are told what failed.',
  }),
  default_group_type: string({ help: 'Type of groups for which none is asked.' }),
  osapi_max_limit: integer({ default: 1000, min: 1, help: 'Most items a list returns at once.' }),
  report_interval: seconds({ default: 10, help: 'Seconds between two signs of life of a service.' }),
  service_down_time: seconds({
    default: 60,
    help: 'Seconds without a sign of life until a service counts as down and gets no new volumes.',
  }),
})

const scheduling = defineOptions('DEFAULT', {
  scheduler_max_attempts: integer({ default: 3, min: 1, help: 'How many hosts to try for one volume.' }),
  scheduler_default_filters: list({
    default: [
      'AvailabilityZoneFilter',
      'CapacityFilter',
      'CapabilitiesFilter',
      'SameBackendFilter',
      'DifferentBackendFilter',
      'DriverFilter',
    ],
    help: 'What a back end must pass to get a volume, in this order; JsonFilter and InstanceLocalityFilter are there, too.',
  }),
  scheduler_default_weighers: list({
    default: ['CapacityWeigher'],
    help: 'By what one is chosen among back ends that pass: CapacityWeigher, AllocatedCapacityWeigher, VolumeNumberWeigher, GoodnessWeigher, ChanceWeigher.',
  }),
  capacity_weight_multiplier: float({
    default: 1,
    help: 'How much the room of a back end counts; volumes are stacked where this is negative.',
  }),
  allocated_capacity_weight_multiplier: float({
    default: -1,
    help: 'How much it counts what a back end has promised; volumes are stacked where this is positive.',
  }),
  volume_number_multiplier: float({
    default: -1,
    help: 'How much the number of volumes of a back end counts.',
  }),
  max_over_subscription_ratio: float({
    default: 20,
    min: 1,
    help: 'How often a thin back end may promise what it has.',
  }),
})

const quotas = defineOptions('DEFAULT', {
  quota_driver: choice(['cinder.quota.DbQuotaDriver', 'cinder.quota.UnifiedLimitsDriver'], {
    default: 'cinder.quota.DbQuotaDriver',
    help: 'Whether limits are kept here, or in identity for all services under the same names (volumes, gigabytes, gigabytes_TYPE and so on); what nobody registers there is as the other options say.',
  }),
  quota_volumes: integer({ default: 10, min: -1, help: 'Volumes a project may have; -1 for any number.' }),
  quota_snapshots: integer({
    default: 10,
    min: -1,
    help: 'Snapshots a project may have; -1 for any number.',
  }),
  quota_gigabytes: integer({
    default: 1000,
    min: -1,
    help: 'Gibibytes of volumes and snapshots together a project may have; -1 for any number.',
  }),
  quota_backups: integer({ default: 10, min: -1, help: 'Backups a project may have; -1 for any number.' }),
  quota_backup_gigabytes: integer({
    default: 1000,
    min: -1,
    help: 'Gibibytes of backups a project may have; -1 for any number.',
  }),
  quota_groups: integer({
    default: 10,
    min: -1,
    help: 'Volume groups a project may have; -1 for any number.',
  }),
  no_snapshot_gb_quota: boolean({
    default: false,
    help: 'Whether snapshots take none of the gibibytes a project may have.',
  }),
  per_volume_size_limit: integer({
    default: -1,
    min: -1,
    help: 'Gibibytes a single volume may have; -1 for any number.',
  }),
})

/** Options of the backup store, for `cinder-backup` only. */
export const backupOptions = defineOptions('DEFAULT', {
  backup_driver: string({
    default: 'cinder.backup.drivers.posix.PosixBackupDriver',
    help: 'Where backups are kept: in a directory, with cinder.backup.drivers.swift.SwiftBackupDriver in the object store of the same cloud, with cinder.backup.drivers.s3.S3BackupDriver in a storage that speaks S3, or with cinder.backup.drivers.ceph.CephBackupDriver in a pool of Ceph.',
  }),
  backup_ceph_conf: string({
    default: '/etc/ceph/ceph.conf',
    help: 'In Ceph: its configuration file; the key of the user lies where that says, or where Ceph looks by itself.',
  }),
  backup_ceph_user: string({ default: 'cinder', help: 'In Ceph: the user, without client. before it.' }),
  backup_ceph_pool: string({ default: 'backups', help: 'In Ceph: the pool of backups.' }),
  backup_swift_container: string({
    default: 'volumebackups',
    help: 'In the object store: the container of backups, in the account of the project of services.',
  }),
  backup_swift_object_size: integer({
    default: 52_428_800,
    min: 1024,
    help: 'In the object store: bytes of one object; a backup has as many as it needs.',
  }),
  backup_s3_endpoint_url: string({ help: 'In S3: where the storage answers: https://s3.example.org.' }),
  backup_s3_store_access_key: string({ help: 'In S3: the key of its user.' }),
  backup_s3_store_secret_key: string({ secret: true, help: 'In S3: the secret of that key.' }),
  backup_s3_store_bucket: string({
    default: 'volumebackups',
    help: 'In S3: the bucket of backups, which is made where it is not there.',
  }),
  backup_s3_region_name: string({
    default: 'us-east-1',
    help: 'In S3: the region that requests are signed for.',
  }),
  backup_s3_object_size: integer({
    default: 52_428_800,
    min: 5_242_880,
    help: 'In S3: bytes of one part; larger backups are sent in parts, two of which are in memory.',
  }),
  backup_s3_timeout: integer({ default: 60, min: 1, help: 'In S3: seconds in which a request is answered.' }),
  backup_s3_retry_max_attempts: integer({
    default: 4,
    min: 1,
    help: 'In S3: how often a request is sent that is not answered, or with an error of the storage.',
  }),
  backup_s3_ca_cert_file: string({
    help: 'In S3: the certificates of the authorities its certificate may be from, unless those of the system.',
  }),
  backup_posix_path: string({
    default: '$state_path/backup',
    help: 'Directory of backups, best on a file system that the volumes are not on.',
  }),
  backup_block_size_bytes: integer({
    default: 262_144,
    min: 512,
    help: 'Bytes of a volume that are compared and kept together: an incremental backup keeps as little as that.',
  }),
})

/** Options of what back ends do, for `cinder-volume` only. */
export const conversionOptions = defineOptions('DEFAULT', {
  image_conversion_dir: string({
    default: '$state_path/conversion',
    help: 'Where the rbd driver makes disks of images, and encrypted ones, before they go to Ceph: room for some of them is needed there.',
  }),
})

/** The options of cinder.conf. */
export const cinderOptions = [
  service,
  scheduling,
  quotas,
  flowOptions,
  ...notificationOptions('cinder'),
] as const

/** Options of a back end, in a section that `enabled_backends` names. */
export const backendOptions = <const Section extends string>(section: Section) =>
  defineOptions(section, {
    volume_driver: choice(['file', 'rbd', 'fake'], {
      default: 'file',
      help: 'What keeps the volumes: files, which lie in a directory, also one that machines share; Ceph; the fake one only pretends.',
    }),
    volume_backend_name: string({
      help: 'What types of volumes call it; the name of its section unless set. Several back ends may have one name.',
    }),
    reserved_percentage: integer({
      default: 0,
      min: 0,
      help: 'Percent of its capacity that no volume gets.',
    }),
    extra_capabilities: string({
      default: '{}',
      help: 'A JSON object of texts: what else the back end can, for extra specs of types to ask for.',
    }),
    filter_function: string({ help: 'An expression that says which volumes it takes: volume.size < 10.' }),
    goodness_function: string({
      help: 'An expression from 0 to 100 that says how well a volume would lie here, for GoodnessWeigher.',
    }),
    volumes_dir: string({ default: '$state_path/volumes', help: 'Where the file driver keeps them.' }),
    target_protocol: choice(['file', 'nbd'], {
      default: 'file',
      help: 'How hosts reach volumes of the file driver: by the path of the file, where all have that directory at the same place; or over NBD, which qemu-storage-daemon serves on this host.',
    }),
    target_ip_address: string({
      help: 'With NBD: address of this host where guests of other hosts reach volumes; unless set, volumes are for guests of this host alone, who use a socket.',
    }),
    target_port: integer({
      default: 10_809,
      min: 1,
      help: 'With NBD: the port at that address; each back end of a host needs its own.',
    }),
    nbd_tls: boolean({
      default: true,
      help: 'With NBD: whether other hosts connect with TLS, and both sides show certificates. Without it, whoever reaches the port can read and write volumes.',
    }),
    nbd_tls_x509_cert_dir: string({
      default: '/etc/pki/qemu',
      help: 'With NBD: directory of ca-cert.pem, server-cert.pem, server-key.pem, client-cert.pem and client-key.pem.',
    }),
    rbd_pool: string({ default: 'rbd', help: 'The pool of Ceph in which the rbd driver keeps them.' }),
    rbd_user: string({ default: 'cinder', help: 'As whom Ceph is asked, without client. before it.' }),
    rbd_ceph_conf: string({
      default: '/etc/ceph/ceph.conf',
      help: 'Where Ceph is, on this machine and on all that reach its volumes; the key of the user lies where that says, or where Ceph looks by itself.',
    }),
    rbd_secret_uuid: string({
      help: 'Under which libvirt keeps the key of that user; a name of the cluster and the user unless given.',
    }),
  })

/** Parses `extra_capabilities`. Throws if it is not a JSON object. */
export const extraCapabilities = (text: string): Readonly<Record<string, string>> => {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
  } catch {
    // Refused below, like JSON that is not an object.
  }
  throw new ConfigError([`extra_capabilities = ${text}: this is no JSON object`])
}

export type CinderConfig = Config<(typeof cinderOptions)[number]>

/** The configuration when the operator sets no option. */
export const defaultCinderConfig = (): CinderConfig =>
  loadConfig({ files: [], env: {}, options: cinderOptions })

/** The host name of this machine's services. */
export const hostOf = ({ DEFAULT }: CinderConfig): string => DEFAULT.host ?? hostname()
