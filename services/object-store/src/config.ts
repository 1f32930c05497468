import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, list, string } from '@nimbo/config/option-types'
import { filterOptions } from './filter-options.ts'
import { auditorOptions, objectsOptions } from './storage-options.ts'

const recon = defineOptions('filter:recon', {
  enabled: boolean({
    default: false,
    help: 'Whether GET /recon/… shows memory, load, disks and the results of auditor and expirer; no authentication is needed.',
  }),
})

const limit = (most: number, help: string) => integer({ default: most, min: 1, help })

const constraints = defineOptions('swift-constraints', {
  max_file_size: limit(5_368_709_122, 'Maximum size in bytes of an object that is uploaded in one request.'),
  max_meta_name_length: limit(128, 'Maximum size in bytes of the name of a metadata item.'),
  max_meta_value_length: limit(256, 'Maximum size in bytes of the value of a metadata item.'),
  max_meta_count: limit(90, 'Maximum number of metadata items of an account, container or object.'),
  max_meta_overall_size: limit(4096, 'Maximum size in bytes of all names and values of metadata together.'),
  max_header_size: limit(8192, 'Maximum size in bytes of the value of a header.'),
  max_object_name_length: limit(1024, 'Maximum size in bytes of the name of an object.'),
  container_listing_limit: limit(10_000, 'Maximum number of objects in a listing of a container.'),
  account_listing_limit: limit(10_000, 'Maximum number of containers in a listing of an account.'),
  max_account_name_length: limit(256, 'Maximum size in bytes of the name of an account.'),
  max_container_name_length: limit(256, 'Maximum size in bytes of the name of a container.'),
})

const proxy = defineOptions('app:proxy-server', {
  account_autocreate: boolean({
    default: true,
    help: 'Whether the account of a project is created automatically at its first use.',
  }),
  allow_account_management: boolean({
    default: false,
    help: 'Whether reseller admins may create and delete accounts.',
  }),
})

const keystone = defineOptions('filter:keystoneauth', {
  operator_roles: list({
    default: ['admin', 'swiftoperator'],
    help: 'Roles with which the users of a project own its account.',
  }),
  reseller_admin_role: string({
    default: 'ResellerAdmin',
    help: 'Role with which a user owns all accounts and may set their quotas.',
  }),
  reseller_prefix: string({
    default: 'AUTH',
    help: 'Prefix of account names, before the id of the project.',
  }),
  default_domain_id: string({
    default: 'default',
    help: 'Domain whose projects and users may be named in access control lists (ACLs), where others need ids.',
  }),
  allow_names_in_acls: boolean({
    default: true,
    help: 'Whether access control lists (ACLs) may refer to projects and users of the default domain by name.',
  }),
})

const tempurl = defineOptions('filter:tempurl', {
  methods: list({
    default: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
    help: 'HTTP methods for which temporary URLs may be signed.',
  }),
  allowed_digests: list({
    default: ['sha1', 'sha256', 'sha512'],
    help: 'Digest algorithms allowed in signatures of temporary URLs and of upload forms.',
  }),
})

const sync = defineOptions('DEFAULT', {
  swift_dir: string({
    default: '/etc/swift',
    help: 'Directory of container-sync-realms.conf, which lists the clusters between which containers can be synchronized.',
  }),
  allowed_sync_hosts: list({
    default: ['127.0.0.1'],
    help: 'Hosts to which containers may be synchronized without a realm.',
  }),
})

const containerSync = defineOptions('filter:container_sync', {
  allow_full_urls: boolean({
    default: true,
    help: 'Whether X-Container-Sync-To may be a full URL, and not only //realm/cluster/account/container.',
  }),
  current: string({
    default: '',
    help: 'Name of this cluster in container-sync-realms.conf: //REALM/CLUSTER.',
  }),
})

const synchronizer = defineOptions('container-sync', {
  interval: integer({
    default: 300,
    min: 1,
    help: 'Seconds between two passes that send changes of containers to their peers.',
  }),
  container_time: integer({
    default: 60,
    min: 1,
    help: 'Maximum number of seconds spent on one container in a pass.',
  }),
})

const gatekeeper = defineOptions('filter:gatekeeper', {
  shunt_inbound_x_timestamp: boolean({
    default: true,
    help: 'Whether X-Timestamp headers of clients are ignored; if not, they set the time of an upload or deletion, and the latest one wins.',
  }),
})

const crossdomain = defineOptions('filter:crossdomain', {
  cross_domain_policy: string({
    default: '<allow-access-from domain="*" secure="false" />',
    help: 'Rules in /crossdomain.xml, the cross-domain policy for old browser plug-ins.',
  }),
})

const keymaster = defineOptions('filter:keymaster', {
  encryption_root_secret: string({
    secret: true,
    help: 'Root secret from which all encryption keys of objects are derived: at least 32 random bytes, in base64. If it is lost, encrypted objects cannot be read any more.',
  }),
  active_root_secret_id: string({
    help: 'Id of the root secret that encrypts new objects, for a file with several: encryption_root_secret_ID.',
  }),
  keymaster_config_path: string({
    help: 'File whose section [keymaster] contains these options instead of this section, and any number of root secrets: encryption_root_secret_ID.',
  }),
})

const encryption = defineOptions('filter:encryption', {
  disable_encryption: boolean({
    default: false,
    help: 'Whether new objects are stored unencrypted although there is a root secret; encrypted ones are still decrypted.',
  }),
})

const readOnly = defineOptions('filter:read_only', {
  read_only: boolean({ default: false, help: 'Whether the object store is read-only.' }),
  allow_deletes: boolean({ default: false, help: 'Whether deletions are allowed in spite of read_only.' }),
  enabled: boolean({
    default: false,
    help: 'Whether reseller admins may make single accounts read-only, or writable in a read-only store, with X-Account-Sysmeta-Read-Only.',
  }),
})

const accountQuotas = defineOptions('filter:account_quotas', {
  use_keystone_limits: boolean({
    default: false,
    help: 'Whether the unified limits `object_count_total` and `object_size_total` (in MiB) of identity also apply, in addition to the quotas set on accounts.',
  }),
})

const nameCheck = defineOptions('filter:name_check', {
  forbidden_chars: string({
    default: '',
    help: 'Characters that paths of accounts, containers and objects may not contain.',
  }),
  maximum_length: integer({
    default: 0,
    min: 0,
    help: 'Maximum length of such a path in characters; 0 for unlimited.',
  }),
  forbidden_regexp: string({
    default: '',
    help: 'Regular expression that no such path may match; empty for none.',
  }),
})

const bulk = defineOptions('filter:bulk', {
  max_deletes_per_request: limit(10_000, 'Maximum number of objects and containers in one bulk deletion.'),
  max_failed_deletes: limit(1000, 'Number of failures after which a bulk deletion is aborted.'),
  max_containers_per_extraction: limit(
    10_000,
    'Maximum number of containers that the extraction of one archive creates.',
  ),
  max_failed_extractions: limit(
    1000,
    'Number of failures after which the extraction of an archive is aborted.',
  ),
})

const slo = defineOptions('filter:slo', {
  max_manifest_segments: limit(1000, 'Maximum number of segments in the manifest of a static large object.'),
  max_manifest_size: limit(8_388_608, 'Maximum size in bytes of the manifest of a static large object.'),
})

const expirer = defineOptions('object-expirer', {
  interval: integer({
    default: 300,
    min: 1,
    help: 'Seconds between two searches for expired objects.',
  }),
  lifecycle_interval: integer({
    default: 3600,
    min: 1,
    help: 'Seconds between two searches for objects that expire by the lifecycle rules of their bucket.',
  }),
})

const s3api = defineOptions('filter:s3api', {
  location: string({
    default: 'us-east-1',
    help: 'Region in which all buckets are; no other one is accepted as LocationConstraint.',
  }),
  max_bucket_listing: limit(1000, 'Maximum number of objects in a listing of a bucket.'),
  max_parts_listing: limit(1000, 'Maximum number of parts in a listing of a multipart upload.'),
  max_upload_part_num: limit(1000, 'Highest part number in a multipart upload.'),
  max_multi_delete_objects: limit(1000, 'Maximum number of objects in one DeleteObjects request.'),
  min_segment_size: integer({
    default: 5_242_880,
    min: 1,
    help: 'Minimum size in bytes of the parts of a multipart upload, except the last one.',
  }),
  allowable_clock_skew: integer({
    default: 900,
    min: 0,
    help: 'Maximum number of seconds by which the time of a signed request may differ from that of the server.',
  }),
  dns_compliant_bucket_names: boolean({
    default: true,
    help: 'Whether names of new buckets must comply with DNS.',
  }),
  storage_domain: list({
    default: [],
    help: 'Domains for virtual-hosted-style requests, in which the host BUCKET.DOMAIN names the bucket.',
  }),
})

const s3token = defineOptions('filter:s3token', {
  secret_cache_duration: integer({
    default: 0,
    min: 0,
    help: 'Seconds for which the secrets of EC2 credentials are cached, so that identity need not check each signature; 0 disables the cache.',
  }),
})

/** The options of swift.conf. */
export const swiftOptions = [
  objectsOptions,
  ...[constraints, proxy, keystone, tempurl, bulk, slo, expirer, s3api, s3token],
  ...[readOnly, nameCheck, accountQuotas, keymaster, encryption],
  ...[sync, containerSync, synchronizer, gatekeeper, crossdomain, auditorOptions, recon],
  ...filterOptions,
] as const

export type SwiftConfig = Config<(typeof swiftOptions)[number]>

/** If nobody has the role `swiftoperator`, members of a project own its account. */
export const asSmallCloud = async (config: SwiftConfig): Promise<SwiftConfig> => ({
  ...config,
  'filter:keystoneauth': {
    ...config['filter:keystoneauth'],
    operator_roles: [...new Set([...config['filter:keystoneauth'].operator_roles, 'member'])],
  },
})
