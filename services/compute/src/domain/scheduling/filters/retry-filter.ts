import type { HostFilter } from '../filter.ts'

/**
 * Passes every host. Deprecated: hosts that failed a build are excluded before filtering, but old configurations still
 * name this filter.
 */
export const retryFilter: HostFilter = { name: 'RetryFilter', refuses: () => undefined }
