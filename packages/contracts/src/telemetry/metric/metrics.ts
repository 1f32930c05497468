import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { each, found, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { PlainResource } from './resource.ts'
import { ArchivePolicy, Measures, Points, paging } from './words.ts'

const text = Type.Optional(Type.String())

const fields = {
  id: Type.String(),
  creator: Type.String(),
  created_by_user_id: Type.String(),
  created_by_project_id: Type.String(),
  name: nullable(Type.String()),
  unit: nullable(Type.String()),
}

/** A metric in lists and after creation. */
export const Metric = view({
  ...fields,
  resource_id: Type.Optional(nullable(Type.String())),
  archive_policy: Type.Optional(ArchivePolicy),
  archive_policy_name: text,
})
export type MetricView = Static<typeof Metric>

/** A metric shown alone, with its resource. */
export const MetricInFull = view({
  ...fields,
  archive_policy: ArchivePolicy,
  resource: nullable(PlainResource),
})

export const NewMetric = Type.Object(
  {
    archive_policy_name: text,
    unit: Type.Optional(nullable(Type.String({ maxLength: 31 }))),
    name: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
    resource_id: Type.Optional(nullable(Type.String())),
  },
  exact,
)

/** The query of measures. */
export const measuresQuery = Type.Object({
  start: text,
  stop: text,
  aggregation: text,
  granularity: text,
  resample: text,
  refresh: text,
  transform: text,
})

export const listMetrics = operation({
  id: 'metrics.list',
  method: 'GET',
  path: '/v1/metric',
  summary: 'List metrics',
  rule: 'list metric',
  on: each,
  query: Type.Object({
    ...paging,
    id: Type.Optional(Type.Array(Type.String())),
    name: text,
    archive_policy_name: text,
    resource_id: text,
    unit: text,
    creator: text,
    user_id: text,
    project_id: text,
    status: text,
    provides: text,
  }),
  replies: { 200: Type.Array(Metric) },
})

export const createMetric = operation({
  id: 'metrics.create',
  method: 'POST',
  path: '/v1/metric',
  summary: 'Create a metric',
  rule: 'create metric',
  on: ownProject,
  body: NewMetric,
  replies: { 201: Metric },
  errors: ['NoPolicyFits', 'UnknownArchivePolicy', 'MetricExists'],
})

export const showMetric = operation({
  id: 'metrics.show',
  method: 'GET',
  path: '/v1/metric/{metric_id}',
  summary: 'Show a metric',
  rule: 'get metric',
  on: found('metric'),
  replies: { 200: MetricInFull },
  errors: ['NoSuchMetric'],
})

export const deleteMetric = operation({
  id: 'metrics.delete',
  method: 'DELETE',
  path: '/v1/metric/{metric_id}',
  summary: 'Delete a metric',
  rule: 'delete metric',
  on: found('metric'),
  replies: { 204: empty },
  errors: ['NoSuchMetric'],
})

export const showMeasures = operation({
  id: 'metrics.measures.show',
  method: 'GET',
  path: '/v1/metric/{metric_id}/measures',
  summary: 'Read the measures of a metric',
  rule: 'get measures',
  on: found('metric'),
  query: measuresQuery,
  replies: { 200: Points },
  errors: ['NoSuchMetric', 'AggregationNotKept', 'GranularityNotKept'],
})

export const postMeasures = operation({
  id: 'metrics.measures.create',
  method: 'POST',
  path: '/v1/metric/{metric_id}/measures',
  summary: 'Add measures to a metric',
  rule: 'post measures',
  on: found('metric'),
  body: Measures,
  replies: { 202: empty },
  errors: ['NoSuchMetric', 'Invalid'],
})
