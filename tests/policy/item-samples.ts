import type { Client } from '@nimbo/testkit/client'
import { pack } from 'tar-stream'

/** A request whose policy is checked for each item: the request itself is allowed to everyone. */
export interface ItemSample {
  readonly query?: string
  readonly body?: string | Uint8Array
  /** The kind of the item, on whose facts the rule is checked; for operations without a rule, the account counts. */
  readonly kind: string
  /** A text that the reply contains if, and only if, the caller may have the item. */
  readonly sign: string
  /** Makes the item again, where an earlier request has deleted it. */
  readonly anew?: () => Promise<unknown>
}

const archiveOf = async (name: string): Promise<Uint8Array> => {
  const archive = pack()
  archive.entry({ name }, 'sample')
  archive.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of archive) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return Buffer.concat(chunks)
}

interface Named {
  readonly memberId: string
  readonly networkId: string
  readonly metricId: string
  readonly resourceId: string
}

const measures = [{ timestamp: '2026-01-01T00:00:00', value: 1 }]

/** By operation: the items are those of the samples, except one that is made to be deleted. */
export const itemSamples = async (
  owner: Client,
  { memberId, networkId, metricId, resourceId }: Named,
): Promise<Readonly<Record<string, ItemSample>>> => {
  const extracted = { query: 'extract-archive=tar', kind: 'account', sign: '"Number Files Created":1' }
  const doomed = crypto.randomUUID()
  const isResource = (id: string) => JSON.stringify({ '=': { id } })
  await owner.metric.post(`/v1/metric/${metricId}/measures`, measures)
  // Lines are written to the metric of their measurement and field.
  const lineMetric = { 'load.value': { archive_policy_name: 'low' } }
  await owner.metric.post(`/v1/resource/generic/${resourceId}/metric`, lineMetric)
  const measured = { kind: 'metric', sign: '2026-01-01' }
  return {
    'object-store.accounts.bulk_delete': {
      ...{ query: 'bulk-delete', body: '/box/none', kind: 'account', sign: '"Number Not Found":1' },
    },
    'object-store.accounts.extract_archive': { ...extracted, body: await archiveOf('box/sample') },
    'object-store.containers.extract_archive': { ...extracted, body: await archiveOf('sample') },
    'image.image_members.list': { kind: 'member', sign: memberId },
    'network.network_ip_availabilities.list': { kind: 'network_ip_availability', sign: networkId },
    'metric.metrics.list': { kind: 'metric', sign: metricId },
    'metric.resources.list': { kind: 'resource', sign: resourceId },
    'metric.resources.delete_many': {
      ...{ kind: 'resource', sign: '"deleted":1', body: isResource(doomed) },
      anew: () => owner.metric.post('/v1/resource/generic', { id: doomed, project_id: owner.projectId }),
    },
    'metric.search.resources': { kind: 'resource', sign: resourceId, body: isResource(resourceId) },
    'metric.search.metrics': {
      ...{ query: `metric_id=${metricId}`, body: '{">=": 0}', kind: 'metric', sign: metricId },
    },
    'metric.aggregates.compute': {
      ...{ body: JSON.stringify({ operations: `(metric ${metricId} mean)` }), kind: 'metric' },
      sign: metricId,
    },
    'metric.aggregation.metrics': { ...measured, query: `refresh=true&metric=${metricId}` },
    'metric.aggregation.posted_metrics': {
      ...{ ...measured, query: 'refresh=true', body: JSON.stringify([metricId]) },
    },
    'metric.aggregation.resources': {
      ...{ ...measured, query: 'refresh=true', body: isResource(resourceId) },
    },
    'metric.influxdb.write': {
      ...{ query: 'db=generic', body: `load,resource_id=${resourceId} value=1`, kind: 'resource', sign: '' },
    },
    'metric.batch.metrics': { kind: 'metric', sign: '', body: JSON.stringify({ [metricId]: measures }) },
    'metric.batch.resources': {
      ...{ kind: 'metric', sign: '', body: JSON.stringify({ [resourceId]: { load: measures } }) },
    },
  }
}
