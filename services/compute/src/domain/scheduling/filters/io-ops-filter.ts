import { configuredFilter } from '../filter.ts'
import { ioOpsLimit } from './host-limits.ts'

/** Passes hosts of whose servers not too many keep the disks busy. */
export const ioOpsFilter = configuredFilter('IoOpsFilter', ioOpsLimit, ({ max_io_ops_per_host: most }) => ({
  needs: ['busy servers'],
  refuses: ({ servers }) =>
    servers.busy < most ? undefined : `has ${servers.busy} servers that keep it busy, ${most} are the most`,
}))
