import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, list, string } from '@nimbo/config/option-types'
import { filterOptions } from './filter-options.ts'
import { auditorOptions, objectsOptions } from './storage-options.ts'

const recon = defineOptions('filter:recon', {
  enabled: boolean({
    default: false,
    help: 'Whether GET /recon/… tells memory, load, disks and what audit and expirer did, to whoever asks.',
  }),
})

const limit = (most: number, help: string) => integer({ default: most, min: 1, help })

const constraints = defineOptions('swift-constraints', {
  max_file_size: limit(5_368_709_122, 'Most bytes of one object that is uploaded in one request.'),
  max_meta_name_length: limit(128, 'Most bytes of the name of an item of metadata.'),
  max_meta_value_length: limit(256, 'Most bytes of the value of an item of metadata.'),
  max_meta_count: limit(90, 'Most items of metadata of an account, container or object.'),
  max_meta_overall_size: limit(4096, 'Most bytes of all names and values of metadata together.'),
  max_header_size: limit(8192, 'Most bytes of one header.'),
  max_object_name_length: limit(1024, 'Most bytes of the name of an object.'),
  container_listing_limit: limit(10_000, 'Most objects that one listing names.'),
  account_listing_limit: limit(10_000, 'Most containers that one listing names.'),
  max_account_name_length: limit(256, 'Most bytes of the name of an account.'),
  max_container_name_length: limit(256, 'Most bytes of the name of a container.'),
})

const proxy = defineOptions('app:proxy-server', {
  account_autocreate: boolean({
    default: true,
    help: 'Whether the account of a project is there from the first request on.',
  }),
  allow_account_management: boolean({
    default: false,
    help: 'Whether reseller admins may create and delete accounts.',
  }),
})

const keystone = defineOptions('filter:keystoneauth', {
  operator_roles: list({
    default: ['admin', 'swiftoperator'],
    help: 'Roles by which the users of a project own its account.',
  }),
  reseller_admin_role: string({
    default: 'ResellerAdmin',
    help: 'The role by which a user owns every account, and sets its quota.',
  }),
  reseller_prefix: string({
    default: 'AUTH',
    help: 'What the names of accounts begin with, before the project.',
  }),
  default_domain_id: string({
    default: 'default',
    help: 'The domain of the names that access control lists may hold beside ids.',
  }),
  allow_names_in_acls: boolean({
    default: true,
    help: 'Whether access control lists may name projects and users of the default domain.',
  }),
})

const tempurl = defineOptions('filter:tempurl', {
  methods: list({
    default: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
    help: 'Methods that a temporary URL may be signed for.',
  }),
  allowed_digests: list({
    default: ['sha1', 'sha256', 'sha512'],
    help: 'Digests that signatures of temporary URLs and forms may be made with.',
  }),
})

const sync = defineOptions('DEFAULT', {
  swift_dir: string({
    default: '/etc/swift',
    help: 'Where container-sync-realms.conf lies, which names the clusters that containers may be kept alike in.',
  }),
  allowed_sync_hosts: list({
    default: ['127.0.0.1'],
    help: 'Hosts to which containers may be synchronized without a realm.',
  }),
})

const containerSync = defineOptions('filter:container_sync', {
  allow_full_urls: boolean({
    default: true,
    help: 'Whether X-Container-Sync-To may be an address, and not only //realm/cluster/account/container.',
  }),
  current: string({ default: '', help: 'What this cluster is called in those realms: //REALM/CLUSTER.' }),
})

const synchronizer = defineOptions('container-sync', {
  interval: integer({
    default: 300,
    min: 1,
    help: 'Seconds between two passes that tell peers what changed.',
  }),
  container_time: integer({ default: 60, min: 1, help: 'Most seconds for one container in a pass.' }),
})

const gatekeeper = defineOptions('filter:gatekeeper', {
  shunt_inbound_x_timestamp: boolean({
    default: true,
    help: 'Whether the X-Timestamp of clients is passed over; else it is the instant of what they put and delete, and the later one counts.',
  }),
})

const crossdomain = defineOptions('filter:crossdomain', {
  cross_domain_policy: string({
    default: '<allow-access-from domain="*" secure="false" />',
    help: 'The rules of /crossdomain.xml, by which old plug-ins of browsers know who may ask.',
  }),
})

const keymaster = defineOptions('filter:keymaster', {
  encryption_root_secret: string({
    secret: true,
    help: 'What all keys come from by which objects are encrypted: at least 32 random bytes, base64. Lost with it is all that was encrypted.',
  }),
  active_root_secret_id: string({ help: 'The id of the secret by which new objects are encrypted.' }),
  keymaster_config_path: string({
    help: 'A file whose section [keymaster] has these options in place of this one, and any number of secrets: encryption_root_secret_ID.',
  }),
})

const encryption = defineOptions('filter:encryption', {
  disable_encryption: boolean({
    default: false,
    help: 'Whether new objects are kept as they are although there are secrets; others are decrypted as before.',
  }),
})

const readOnly = defineOptions('filter:read_only', {
  read_only: boolean({ default: false, help: 'Whether the object store takes nothing that writes.' }),
  allow_deletes: boolean({ default: false, help: 'Whether things can be deleted all the same.' }),
  enabled: boolean({
    default: false,
    help: 'Whether reseller admins may close accounts one by one, or open them in a store that is closed, by X-Account-Sysmeta-Read-Only.',
  }),
})

const accountQuotas = defineOptions('filter:account_quotas', {
  use_keystone_limits: boolean({
    default: false,
    help: 'Whether identity limits accounts too, by `object_count_total` and, in mebibytes, `object_size_total`; beside what is set on accounts themselves.',
  }),
})

const nameCheck = defineOptions('filter:name_check', {
  forbidden_chars: string({
    default: '',
    help: 'Signs that paths of accounts, containers and objects may not have.',
  }),
  maximum_length: integer({ default: 0, min: 0, help: 'Most signs of such a path; 0 for any number.' }),
  forbidden_regexp: string({ default: '', help: 'A regular expression that no such path may match.' }),
})

const bulk = defineOptions('filter:bulk', {
  max_deletes_per_request: limit(10_000, 'Most objects that one bulk deletion names.'),
  max_failed_deletes: limit(1000, 'Failures after which a bulk deletion gives up.'),
  max_containers_per_extraction: limit(10_000, 'Most containers that one archive creates.'),
  max_failed_extractions: limit(1000, 'Failures after which the extraction of an archive gives up.'),
})

const slo = defineOptions('filter:slo', {
  max_manifest_segments: limit(1000, 'Most segments of one manifest.'),
  max_manifest_size: limit(8_388_608, 'Most bytes of one manifest.'),
})

const expirer = defineOptions('object-expirer', {
  interval: integer({
    default: 300,
    min: 1,
    help: 'Seconds between two looks for objects that have expired.',
  }),
  lifecycle_interval: integer({
    default: 3600,
    min: 1,
    help: 'Seconds between two looks for objects whose time is over by the lifecycle of their bucket.',
  }),
})

const s3api = defineOptions('filter:s3api', {
  location: string({ default: 'us-east-1', help: 'The region that buckets are said to be in.' }),
  max_bucket_listing: limit(1000, 'Most objects that one listing of a bucket names.'),
  max_parts_listing: limit(1000, 'Most parts that one listing of an upload names.'),
  max_upload_part_num: limit(1000, 'The highest number that a part of an upload may have.'),
  max_multi_delete_objects: limit(1000, 'Most objects that one request deletes.'),
  min_segment_size: integer({
    default: 5_242_880,
    min: 1,
    help: 'Fewest bytes of a part of an upload, but of the last one.',
  }),
  allowable_clock_skew: integer({
    default: 900,
    min: 0,
    help: 'Seconds by which the clock of whoever signs may differ.',
  }),
  dns_compliant_bucket_names: boolean({
    default: true,
    help: 'Whether buckets are called as parts of host names are.',
  }),
  storage_domain: list({
    default: [],
    help: 'Domains below which a host names a bucket.',
  }),
})

const s3token = defineOptions('filter:s3token', {
  secret_cache_duration: integer({
    default: 0,
    min: 0,
    help: 'Seconds for which the secret of a key is kept, so that identity is not asked of each request.',
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
