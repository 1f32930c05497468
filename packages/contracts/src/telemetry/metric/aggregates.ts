import { exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { each } from '@nimbo/operation/target'
import { type TSchema, Type } from 'typebox'
import { ChosenResource } from './resource.ts'
import { resourcesQuery } from './resources.ts'
import { Points, paging } from './words.ts'

const text = Type.Optional(Type.String())
const texts = Type.Optional(Type.Array(Type.String()))

/** A filter as JSON, or in text form. */
const Filter = Type.Unknown()

const Text = Type.String()

/** By aggregation and metric id, or by metric name within a resource; or the aggregate of all. */
const ByAggregation = Type.Record(Text, Points)
const Measures = Type.Union([
  view({ aggregated: Points }),
  Type.Record(Text, ByAggregation),
  Type.Record(Text, Type.Record(Text, ByAggregation)),
])
const Answer = view({
  measures: Measures,
  /** The metrics or resources of the measures. */
  references: Type.Optional(Type.Array(Type.Object({ id: Text }))),
})

/** The values of the group-by attributes. */
const Group = Type.Record(Text, Type.Unknown())
const grouped = (answer: TSchema) => Type.Array(view({ group: Group, measures: answer }))

const aggregatesQuery = Type.Object({
  ...{ start: text, stop: text, granularity: text, needed_overlap: text, fill: text, refresh: text },
  ...{ use_history: text, details: text, groupby: texts },
})

export const aggregate = operation({
  id: 'aggregates.compute',
  method: 'POST',
  path: '/v1/aggregates',
  summary: 'Compute with the measures of metrics, by operations within one another',
  rule: 'get measures',
  on: each,
  mayAsk: ['search resource'],
  query: aggregatesQuery,
  body: Type.Object(
    {
      operations: Type.Union([Type.String(), Type.Array(Type.Unknown())]),
      resource_type: text,
      search: Type.Optional(Filter),
    },
    exact,
  ),
  replies: { 200: Type.Unsafe<unknown>(Type.Union([Answer, grouped(Answer)])) },
  errors: ['NoSuchMetric', 'Invalid', 'Unaggregatable'],
})

const oldQuery = Type.Object({
  ...{ start: text, stop: text, granularity: text, needed_overlap: text, fill: text, refresh: text },
  ...{
    aggregation: text,
    reaggregation: text,
    resample: text,
    groupby: texts,
    filter: text,
    transform: text,
  },
  metric: texts,
})

export const aggregateMetrics = operation({
  id: 'aggregation.metrics',
  method: 'GET',
  path: '/v1/aggregation/metric',
  summary: 'Aggregate several metrics into one series',
  rule: 'get measures',
  on: each,
  query: oldQuery,
  replies: { 200: Points },
  errors: ['NoSuchMetric', 'Unaggregatable'],
})

export const aggregatePostedMetrics = operation({
  id: 'aggregation.posted_metrics',
  method: 'POST',
  path: '/v1/aggregation/metric',
  summary: 'Aggregate several metrics, named in the body, into one series',
  rule: 'get measures',
  on: each,
  query: oldQuery,
  body: Type.Array(Type.String()),
  replies: { 200: Points },
  errors: ['NoSuchMetric', 'Unaggregatable'],
})

export const aggregateResources = operation({
  id: 'aggregation.resources',
  method: 'POST',
  path: '/v1/aggregation/resource/{type}/metric/{name}',
  summary: 'Aggregate the metric of that name over the resources that a filter names',
  rule: 'get measures',
  on: each,
  mayAsk: ['search resource'],
  query: oldQuery,
  body: Filter,
  replies: { 200: Type.Unsafe<unknown>(Type.Union([Points, grouped(Points)])) },
  errors: ['NoSuchResourceType', 'Unaggregatable'],
})

export const searchResources = operation({
  id: 'search.resources',
  method: 'POST',
  path: '/v1/search/resource/{type}',
  summary: 'List the resources that a filter names',
  rule: 'search resource',
  on: each,
  query: Type.Object({ ...resourcesQuery.properties, ...paging }),
  body: Filter,
  replies: { 200: Type.Array(ChosenResource) },
  errors: ['NoSuchResourceType', 'Invalid'],
})

export const searchMetrics = operation({
  id: 'search.metrics',
  method: 'POST',
  path: '/v1/search/metric',
  summary: 'Find the measures of metrics whose values fit a filter',
  rule: 'search metric',
  on: each,
  query: Type.Object({
    metric_id: texts,
    ...{ start: text, stop: text, aggregation: text, granularity: text },
  }),
  body: Filter,
  replies: { 200: Type.Record(Type.String(), Points) },
  errors: ['NoSuchMetric', 'Invalid'],
})
