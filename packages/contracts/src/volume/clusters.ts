import { nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { since as from } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { strict, text } from './words.ts'

const since = '3.7'
const brief = {
  name: Type.String(),
  binary: Type.String(),
  state: Type.String(),
  status: Type.String(),
}
const maybe = nullable(Type.String())
const Whole = view({
  ...brief,
  num_hosts: Type.Integer(),
  num_down_hosts: Type.Integer(),
  last_heartbeat: maybe,
  disabled_reason: maybe,
  created_at: maybe,
  updated_at: maybe,
  replication_status: from('3.26', maybe),
  frozen: from('3.26', Type.Boolean()),
  active_backend_id: from('3.26', maybe),
})

const filters = {
  name: text,
  binary: text,
  is_up: text,
  disabled: text,
  num_hosts: text,
  num_down_hosts: text,
  replication_status: from('3.26', text),
  frozen: from('3.26', text),
  active_backend_id: from('3.26', text),
}

/** The filters of cluster lists; other filters are refused. */
export const clusterFilters: readonly string[] = Object.keys(filters)

export const listClusters = operation({
  id: 'clusters.list',
  method: 'GET',
  path: '/clusters',
  since,
  summary: 'List clusters of volume hosts',
  rule: 'clusters:get_all',
  on: ownProject,
  query: Type.Object(filters),
  replies: { 200: view({ clusters: Type.Array(view(brief)) }) },
  errors: ['InvalidInput'],
})

export const listClustersInFull = operation({
  ...listClusters,
  id: 'clusters.list_detail',
  path: '/clusters/detail',
  summary: 'List clusters of volume hosts, with details',
  replies: { 200: view({ clusters: Type.Array(Whole) }) },
})

export const showCluster = operation({
  id: 'clusters.show',
  method: 'GET',
  path: '/clusters/{cluster_name}',
  since,
  summary: 'Show a cluster of volume hosts',
  rule: 'clusters:get',
  on: ownProject,
  query: Type.Object({ binary: text }),
  replies: { 200: view({ cluster: Whole }) },
  errors: ['ClusterNotFound'],
})

const switching = {
  method: 'PUT',
  since,
  rule: 'clusters:update',
  on: ownProject,
  body: strict({
    name: Type.String({ minLength: 1, maxLength: 255 }),
    binary: Type.Optional(Type.String({ maxLength: 255 })),
    disabled_reason: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  replies: { 200: view({ cluster: Whole }) },
  errors: ['ClusterNotFound'],
} as const

export const enableCluster = operation({
  ...switching,
  id: 'clusters.enable',
  path: '/clusters/enable',
  summary: 'Place volumes on a cluster again',
})

export const disableCluster = operation({
  ...switching,
  id: 'clusters.disable',
  path: '/clusters/disable',
  summary: 'Place no more volumes on a cluster',
})
