import { defineOptions } from '@nimbo/config/option-group'
import { boolean, float, integer, list, multiple, numbered, string } from '@nimbo/config/option-types'

const ratelimit = defineOptions('filter:ratelimit', {
  account_ratelimit: float({
    default: 0,
    min: 0,
    help: 'Most containers of one account that are created and deleted in a second; 0 for any number. Each process with swift-proxy or swift-s3 counts for itself.',
  }),
  container_ratelimit_N: numbered({
    help: 'Most objects of a container that are put, changed and deleted in a second, where it has N objects; between two such numbers in proportion. With fewer than the first: any number.',
  }),
  container_listing_ratelimit_N: numbered({
    help: 'Most listings of a container in a second, where it has N objects; as container_ratelimit_N.',
  }),
  max_sleep_time_seconds: float({
    default: 60,
    min: 0,
    help: 'Longest that a request waits for its turn; one that would have to wait longer is refused (498; 503 SlowDown in S3).',
  }),
  log_sleep_time_seconds: float({
    default: 0,
    min: 0,
    help: 'Waits longer than this are logged; 0 for none.',
  }),
  rate_buffer_seconds: integer({
    default: 5,
    min: 0,
    help: 'For how long back a client that asked for less than it may catches up.',
  }),
  clock_accuracy: integer({
    default: 1000,
    min: 1,
    help: 'Into how many parts a second is divided; no rate is higher than this.',
  }),
  account_whitelist: list({ default: [], help: 'Accounts that are not slowed down.' }),
  account_blacklist: list({ default: [], help: 'Accounts that nothing is done for (497).' }),
})

const domainRemap = defineOptions('filter:domain_remap', {
  storage_domain: list({
    default: [],
    help: 'Domains below which the name of a host names what a request is about: CONTAINER.ACCOUNT.DOMAIN or ACCOUNT.DOMAIN. None, and hosts name nothing.',
  }),
  path_root: string({ default: 'v1', help: 'What paths begin with.' }),
  reseller_prefixes: list({
    default: ['AUTH'],
    help: 'What names of accounts begin with; in the name of a host in any case, and with - in place of _.',
  }),
  default_reseller_prefix: string({
    help: 'What is put before the name of an account that begins with none of them; unset, and such a host names nothing.',
  }),
  mangle_client_paths: boolean({
    default: false,
    help: 'Whether path_root is taken off paths of clients that have it beside such a host.',
  }),
})

const cnameLookup = defineOptions('filter:cname_lookup', {
  storage_domain: list({
    default: [],
    help: 'Domains of the object store. A host of another name is looked up until one below them is found, and refused (400) where none is. None, and no host is looked up.',
  }),
  lookup_depth: integer({
    default: 1,
    min: 1,
    help: 'How many CNAME records are followed, one after the other.',
  }),
  nameservers: list({
    default: [],
    help: 'Addresses of name servers, each with :PORT where it is not 53; those of the system unless given.',
  }),
})

const etagQuoter = defineOptions('filter:etag-quoter', {
  enabled: boolean({
    default: false,
    help: 'Whether X-Account-Rfc-Compliant-Etags and X-Container-Rfc-Compliant-Etags say if ETags of objects are quoted.',
  }),
  enable_by_default: boolean({
    default: false,
    help: 'Whether they are where neither account nor container says so.',
  }),
})

const ceilometer = defineOptions('filter:ceilometer', {
  driver: multiple({
    default: [],
    help: 'How requests are told of: messaging, messagingv2 (with an envelope), log, noop. None, and nothing is told.',
  }),
  url: string({ help: 'The broker for that; the one of all messages unless set.', secret: true }),
  topic: string({ default: 'notifications', help: 'The topic, followed by the priority.' }),
  control_exchange: string({ default: 'swift', help: 'The exchange of the broker.' }),
  reseller_prefix: string({
    default: 'AUTH_',
    help: 'What names of accounts begin with, before the id of their project.',
  }),
  metadata_headers: list({ default: [], help: 'Headers of requests that are told of too.' }),
  ignore_projects: list({ default: [], help: 'Ids of projects whose requests are not told of.' }),
})

/** Options of the optional filters, which are off by default. */
export const filterOptions = [ratelimit, domainRemap, cnameLookup, etagQuoter, ceilometer] as const
