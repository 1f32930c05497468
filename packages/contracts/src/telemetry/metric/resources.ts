import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { each, found, ownProject } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Metric, MetricInFull, measuresQuery } from './metrics.ts'
import { ChosenResource, Resource } from './resource.ts'
import { Measures, Points, paging } from './words.ts'

/** A new resource: common attributes and those of its type. */
const Wanted = Type.Record(Type.String(), Type.Unknown())

const text = Type.Optional(Type.String())

/** The query of resource lists. */
export const resourcesQuery = Type.Object({
  ...paging,
  details: text,
  history: text,
  filter: text,
  attrs: Type.Optional(Type.Array(Type.String())),
})

export const listResourceLinks = operation({
  id: 'resources.types',
  method: 'GET',
  path: '/v1/resource',
  summary: 'List where the resources of each type are',
  rule: 'list resource type',
  on: ownProject,
  replies: { 200: Type.Record(Type.String(), Type.String()) },
})

export const listResources = operation({
  id: 'resources.list',
  method: 'GET',
  path: '/v1/resource/{type}',
  summary: 'List resources of a type',
  rule: 'list resource',
  on: each,
  query: resourcesQuery,
  replies: { 200: Type.Array(ChosenResource) },
  errors: ['NoSuchResourceType', 'Invalid'],
})

export const createResource = operation({
  id: 'resources.create',
  method: 'POST',
  path: '/v1/resource/{type}',
  summary: 'Create a resource, and metrics with it',
  rule: 'create resource',
  on: ownProject,
  body: Wanted,
  replies: { 201: Resource },
  errors: ['NoSuchResourceType', 'ResourceExists', 'Invalid'],
})

export const deleteResources = operation({
  id: 'resources.delete_many',
  method: 'DELETE',
  path: '/v1/resource/{type}',
  summary: 'Delete the resources that a filter names',
  rule: 'delete resources',
  on: each,
  query: Type.Object({ filter: text }),
  replies: { 200: view({ deleted: Type.Integer() }) },
  errors: ['NoSuchResourceType', 'Invalid'],
})

export const showResource = operation({
  id: 'resources.show',
  method: 'GET',
  path: '/v1/resource/{type}/{resource_id}',
  summary: 'Show a resource',
  rule: 'get resource',
  on: found('resource'),
  replies: { 200: Resource, 304: empty },
  errors: ['NoSuchResource', 'PreconditionFailed'],
})

export const updateResource = operation({
  id: 'resources.update',
  method: 'PATCH',
  path: '/v1/resource/{type}/{resource_id}',
  summary: 'Change a resource, or its metrics',
  rule: 'update resource',
  on: found('resource'),
  body: Wanted,
  replies: { 200: Resource },
  errors: ['NoSuchResource', 'PreconditionFailed', 'Invalid'],
})

export const deleteResource = operation({
  id: 'resources.delete',
  method: 'DELETE',
  path: '/v1/resource/{type}/{resource_id}',
  summary: 'Delete a resource and its metrics',
  rule: 'delete resource',
  on: found('resource'),
  replies: { 204: empty },
  errors: ['NoSuchResource', 'PreconditionFailed'],
})

export const showHistory = operation({
  id: 'resources.history',
  method: 'GET',
  path: '/v1/resource/{type}/{resource_id}/history',
  summary: 'List what a resource was, from its first revision on',
  rule: 'get resource',
  on: found('resource'),
  query: resourcesQuery,
  replies: { 200: Type.Array(ChosenResource) },
  errors: ['NoSuchResource'],
})

export const listResourceMetrics = operation({
  id: 'resources.metrics.list',
  method: 'GET',
  path: '/v1/resource/{type}/{resource_id}/metric',
  summary: 'List the metrics of a resource',
  rule: 'get resource',
  on: found('resource'),
  replies: { 200: Type.Array(Metric) },
  errors: ['NoSuchResource'],
})

export const addResourceMetrics = operation({
  id: 'resources.metrics.create',
  method: 'POST',
  path: '/v1/resource/{type}/{resource_id}/metric',
  summary: 'Give a resource metrics',
  rule: 'update resource',
  on: found('resource'),
  body: Type.Record(Type.String(), Type.Unknown()),
  replies: { 200: Type.Array(Metric) },
  errors: ['NoSuchResource', 'NamedMetricExists'],
})

export const showNamedMetric = operation({
  id: 'resources.metrics.show',
  method: 'GET',
  path: '/v1/resource/{type}/{resource_id}/metric/{name}',
  summary: 'Show a metric of a resource by its name',
  rule: 'get metric',
  on: found('namedMetric'),
  replies: { 200: MetricInFull },
  errors: ['NoSuchResource', 'NoSuchMetric'],
})

export const deleteNamedMetric = operation({
  id: 'resources.metrics.delete',
  method: 'DELETE',
  path: '/v1/resource/{type}/{resource_id}/metric/{name}',
  summary: 'Delete a metric of a resource by its name',
  rule: 'delete metric',
  on: found('namedMetric'),
  replies: { 204: empty },
  errors: ['NoSuchResource', 'NoSuchMetric'],
})

export const showNamedMeasures = operation({
  id: 'resources.metrics.measures.show',
  method: 'GET',
  path: '/v1/resource/{type}/{resource_id}/metric/{name}/measures',
  summary: 'Read the measures of a metric of a resource',
  rule: 'get measures',
  on: found('namedMetric'),
  query: measuresQuery,
  replies: { 200: Points },
  errors: ['NoSuchResource', 'NoSuchMetric'],
})

export const postNamedMeasures = operation({
  id: 'resources.metrics.measures.create',
  method: 'POST',
  path: '/v1/resource/{type}/{resource_id}/metric/{name}/measures',
  summary: 'Add measures to a metric of a resource',
  rule: 'post measures',
  on: found('namedMetric'),
  body: Measures,
  replies: { 202: empty },
  errors: ['NoSuchResource', 'NoSuchMetric'],
})
