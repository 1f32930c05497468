import * as contract from '@nimbo/contracts/telemetry/metric/discovery'
import { statusOf } from '../../app/metric/status.ts'
import { archivable } from '../../domain/metric/aggregation-methods.ts'
import { isYes } from '../../domain/metric/flag.ts'
import { handle } from './handle.ts'

const versions = handle(contract.showVersions, async ({ base }) => ({
  build: '4.6.0',
  versions: [
    {
      ...{ id: 'v1.0', status: 'CURRENT', updated: '2015-03-19T00:00:00Z' },
      links: [{ rel: 'self', href: `${base}/v1/` }],
    },
  ],
}))

const parts = [
  ...['archive_policy', 'archive_policy_rule', 'metric', 'batch', 'resource', 'resource_type'],
  ...['aggregation', 'capabilities', 'status', 'search', 'aggregates', 'influxdb', 'prometheus'],
]

const version = handle(contract.showVersion, async ({ base }) => ({
  version: '1.0',
  links: [{ rel: 'self', href: `${base}/v1` }, ...parts.map((rel) => ({ rel, href: `${base}/v1/${rel}` }))],
}))

const capabilities = handle(contract.showCapabilities, async () => ({ aggregation_methods: [...archivable] }))

const status = handle(contract.showStatus, ({ app, query }) =>
  statusOf(app, query.details === undefined || isYes(query.details)),
)

export const discovery = [versions, version, capabilities, status]
