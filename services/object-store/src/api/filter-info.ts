import type { SwiftConfig } from '../config.ts'

/** The entries of `GET /info` for the optional filters that are on. */
export const filterInfo = (config: SwiftConfig): Readonly<Record<string, unknown>> => {
  const {
    'filter:ratelimit': rates,
    'filter:domain_remap': remap,
    'filter:cname_lookup': lookup,
    'filter:etag-quoter': quoter,
  } = config
  const pairs = (of: typeof rates.container_ratelimit_N) => of.map(({ number, value }) => [number, value])
  const limits =
    rates.account_ratelimit > 0 ||
    rates.container_ratelimit_N.length > 0 ||
    rates.container_listing_ratelimit_N.length > 0
  return {
    ...(limits
      ? {
          ratelimit: {
            account_ratelimit: rates.account_ratelimit,
            max_sleep_time_seconds: rates.max_sleep_time_seconds,
            container_ratelimits: pairs(rates.container_ratelimit_N),
            container_listing_ratelimits: pairs(rates.container_listing_ratelimit_N),
          },
        }
      : {}),
    ...(remap.storage_domain.length > 0
      ? { domain_remap: { default_reseller_prefix: remap.default_reseller_prefix ?? null } }
      : {}),
    ...(lookup.storage_domain.length > 0 ? { cname_lookup: { lookup_depth: lookup.lookup_depth } } : {}),
    ...(quoter.enabled ? { etag_quoter: { enable_by_default: quoter.enable_by_default } } : {}),
  }
}
