import type { HostFilter } from '../filter.ts'

/** Passes every host. */
export const allHostsFilter: HostFilter = { name: 'AllHostsFilter', refuses: () => undefined }
