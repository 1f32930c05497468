import { defineOptions } from '@nimbo/config/option-group'
import { boolean, float, integer, list, multiple, numbered, string } from '@nimbo/config/option-types'

const ratelimit = defineOptions('filter:ratelimit', {
  account_ratelimit: float({
    default: 0,
    min: 0,
    help: 'Maximum number of containers per second that are created or deleted in one account; 0 for unlimited. Each process with swift-proxy or swift-s3 counts separately.',
  }),
  container_ratelimit_N: numbered({
    help: 'Maximum number of objects per second that are created, changed or deleted in a container with N objects; interpolated between two such sizes, and unlimited below the smallest one.',
  }),
  container_listing_ratelimit_N: numbered({
    help: 'Maximum number of listings per second of a container with N objects; other sizes as for container_ratelimit_N.',
  }),
  max_sleep_time_seconds: float({
    default: 60,
    min: 0,
    help: 'Maximum number of seconds for which a request is delayed; one that would have to wait longer is refused (498; 503 SlowDown in S3).',
  }),
  log_sleep_time_seconds: float({
    default: 0,
    min: 0,
    help: 'Delays of more than this number of seconds are logged; 0 disables that.',
  }),
  rate_buffer_seconds: integer({
    default: 5,
    min: 0,
    help: 'Number of past seconds whose unused requests a client may still make up for.',
  }),
  clock_accuracy: integer({
    default: 1000,
    min: 1,
    help: 'Number of parts into which a second is divided for rate limits; higher rates are reduced to it.',
  }),
  account_whitelist: list({ default: [], help: 'Accounts without rate limits.' }),
  account_blacklist: list({ default: [], help: 'Accounts whose requests are all refused (497).' }),
})

const domainRemap = defineOptions('filter:domain_remap', {
  storage_domain: list({
    default: [],
    help: 'Domains in which the host of a request names the account and container: CONTAINER.ACCOUNT.DOMAIN or ACCOUNT.DOMAIN. Without any, hosts are ignored.',
  }),
  path_root: string({ default: 'v1', help: 'First part of the paths to which such requests are rewritten.' }),
  reseller_prefixes: list({
    default: ['AUTH'],
    help: 'Prefixes of account names; in a host they may be in any case, and followed by - instead of _.',
  }),
  default_reseller_prefix: string({
    help: 'Prefix for account names in hosts that have none of reseller_prefixes; if unset, requests to such hosts are not rewritten.',
  }),
  mangle_client_paths: boolean({
    default: false,
    help: 'Whether path_root is removed from the path of a request whose host names the account.',
  }),
})

const cnameLookup = defineOptions('filter:cname_lookup', {
  storage_domain: list({
    default: [],
    help: 'Domains of the object store. The CNAME records of other hosts are followed to a host in these domains; if there is none, the request is refused (400). Without any, no host is looked up.',
  }),
  lookup_depth: integer({
    default: 1,
    min: 1,
    help: 'Maximum number of CNAME records that are followed one after another.',
  }),
  nameservers: list({
    default: [],
    help: 'Addresses of the DNS servers, with :PORT if it is not 53; those of the system if unset.',
  }),
})

const etagQuoter = defineOptions('filter:etag-quoter', {
  enabled: boolean({
    default: false,
    help: 'Whether X-Account-Rfc-Compliant-Etags and X-Container-Rfc-Compliant-Etags determine if the ETags of objects are in quotation marks.',
  }),
  enable_by_default: boolean({
    default: false,
    help: 'Whether ETags are in quotation marks if neither the account nor the container has such a header.',
  }),
})

const ceilometer = defineOptions('filter:ceilometer', {
  driver: multiple({
    default: [],
    help: 'Drivers for notifications about requests: messaging, messagingv2 (with an envelope), log, noop. Without any, no notifications are sent.',
  }),
  url: string({
    help: 'Message broker for these notifications; [DEFAULT] transport_url if unset.',
    secret: true,
  }),
  topic: string({
    default: 'notifications',
    help: 'Topic of these notifications, to which the priority is appended.',
  }),
  control_exchange: string({
    default: 'swift',
    help: 'Exchange of the message broker for these notifications.',
  }),
  reseller_prefix: string({
    default: 'AUTH_',
    help: 'Prefix of account names, before the id of the project.',
  }),
  metadata_headers: list({ default: [], help: 'Request headers that are included in these notifications.' }),
  ignore_projects: list({ default: [], help: 'Ids of projects whose requests cause no notifications.' }),
})

/** Options of the optional filters, which are off by default. */
export const filterOptions = [ratelimit, domainRemap, cnameLookup, etagQuoter, ceilometer] as const
