import { listedInAggregates } from '../aggregate-values.ts'
import type { HostFilter } from '../filter.ts'

const key = 'filter_tenant_id'

/** Holds hosts to the projects that their aggregates name under `filter_tenant_id`, or any key that begins so. */
export const aggregateMultiTenancyIsolation: HostFilter = {
  name: 'AggregateMultiTenancyIsolation',
  refuses: (host, { spec: { projectId } }) => {
    const keys = Object.keys(host.aggregateMetadata).filter((name) => name.startsWith(key))
    const projects = keys.flatMap((name) => listedInAggregates(host, name))
    return projects.length === 0 || projects.includes(projectId)
      ? undefined
      : `is kept for other projects than ${projectId}`
  },
}
