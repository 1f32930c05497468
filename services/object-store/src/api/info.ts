import type { SwiftApp } from '../app/app.ts'
import type { StoragePolicy } from '../driver/storage-policy.ts'
import type { SwiftConfig } from '../config.ts'
import { filterInfo } from './filter-info.ts'
import { swiftVersion } from './swift-version.ts'
import { mostLinks } from './content/find-object.ts'

/** Whether the operator has configured name checks. */
const checksNames = ({ 'filter:name_check': check }: SwiftConfig): boolean =>
  check.forbidden_chars !== '' || check.forbidden_regexp !== '' || check.maximum_length > 0

/** The realms and clusters for container sync, and which of them this cluster is. */
export const syncInfo = ({
  config,
  realms,
}: Pick<SwiftApp, 'config' | 'realms'>): Readonly<Record<string, unknown>> => {
  const [realm = '', cluster = ''] = config['filter:container_sync'].current
    .replaceAll(/^\/+|\/+$/g, '')
    .toUpperCase()
    .split('/')
  const clustersOf = (name: string, names: Iterable<string>) =>
    Object.fromEntries(
      [...names].map((one) => [one, name === realm && one === cluster ? { current: true } : {}]),
    )
  return {
    realms: Object.fromEntries(
      [...realms()].map(([name, { clusters }]) => [name, { clusters: clustersOf(name, clusters.keys()) }]),
    ),
  }
}

const policyInfo = ({ name, aliases, isDefault }: StoragePolicy): Readonly<Record<string, unknown>> => ({
  name,
  aliases: [name, ...aliases].join(', '),
  ...(isDefault ? { default: true } : {}),
})

/** The response of `GET /info`: the limits of the cluster and the Swift features it has. */
export const infoOf = ({
  config,
  policies,
}: Pick<SwiftApp, 'config' | 'policies'>): Readonly<Record<string, unknown>> => ({
  swift: {
    version: swiftVersion,
    ...config['swift-constraints'],
    account_autocreate: config['app:proxy-server'].account_autocreate,
    allow_account_management: config['app:proxy-server'].allow_account_management,
    extra_header_count: 0,
    strict_cors_mode: true,
    policies: policies.filter(({ isDeprecated }) => !isDeprecated).map(policyInfo),
  },
  crossdomain: {},
  account_quotas: {},
  container_quotas: {},
  bulk_delete: {
    max_deletes_per_request: config['filter:bulk'].max_deletes_per_request,
    max_failed_deletes: config['filter:bulk'].max_failed_deletes,
  },
  bulk_upload: {
    max_containers_per_extraction: config['filter:bulk'].max_containers_per_extraction,
    max_failed_extractions: config['filter:bulk'].max_failed_extractions,
  },
  slo: {
    max_manifest_segments: config['filter:slo'].max_manifest_segments,
    max_manifest_size: config['filter:slo'].max_manifest_size,
    min_segment_size: 1,
    yield_frequency: 10,
    allow_async_delete: false,
  },
  s3api: {
    max_bucket_listing: config['filter:s3api'].max_bucket_listing,
    max_parts_listing: config['filter:s3api'].max_parts_listing,
    max_upload_part_num: config['filter:s3api'].max_upload_part_num,
    max_multi_delete_objects: config['filter:s3api'].max_multi_delete_objects,
    allow_multipart_uploads: true,
    min_segment_size: config['filter:s3api'].min_segment_size,
    s3_acl: false,
  },
  object_versioning: {},
  versioned_writes: { allowed_flags: ['x-versions-location', 'x-history-location'] },
  staticweb: {},
  ...(config['filter:read_only'].read_only ? { read_only: {} } : {}),
  ...(checksNames(config) ? { name_check: config['filter:name_check'] } : {}),
  ...filterInfo(config),
  symlink: { symloop_max: mostLinks, static_links: true },
  formpost: {
    allowed_digests: config['filter:tempurl'].allowed_digests,
    deprecated_digests: config['filter:tempurl'].allowed_digests.filter((digest) => digest === 'sha1'),
  },
  tempurl: {
    methods: config['filter:tempurl'].methods,
    allowed_digests: config['filter:tempurl'].allowed_digests,
    deprecated_digests: config['filter:tempurl'].allowed_digests.filter((digest) => digest === 'sha1'),
    incoming_remove_headers: [],
    incoming_allow_headers: [],
    outgoing_remove_headers: ['x-object-meta-*'],
    outgoing_allow_headers: ['x-object-meta-public-*'],
  },
})
