import { configuredFilter } from '../filter.ts'
import { ioOpsLimit } from './host-limits.ts'

/** Passes hosts with few enough servers that do disk I/O. */
export const ioOpsFilter = configuredFilter('IoOpsFilter', ioOpsLimit, ({ max_io_ops_per_host: most }) => ({
  needs: ['busy servers'],
  refuses: ({ servers }) =>
    servers.busy < most ? undefined : `has ${servers.busy} servers that keep it busy, ${most} are the most`,
}))
