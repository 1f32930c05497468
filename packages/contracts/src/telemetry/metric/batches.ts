import { empty } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { each, ownProject } from '@nimbo/operation/target'
import { Type } from 'typebox'

const flag = Type.Optional(Type.String())

/** Measures by metric, validated by the handler. */
export const postBatch = operation({
  id: 'batch.metrics',
  method: 'POST',
  path: '/v1/batch/metrics/measures',
  summary: 'Add measures to many metrics',
  rule: 'post measures',
  on: each,
  body: Type.Record(Type.String(), Type.Unknown()),
  replies: { 202: empty },
  errors: ['UnknownMetrics', 'Invalid'],
})

/** Measures by resource and metric name, optionally with the archive policy of a metric to create. */
export const postResourcesBatch = operation({
  id: 'batch.resources',
  method: 'POST',
  path: '/v1/batch/resources/metrics/measures',
  summary: 'Add measures to many metrics, by their resources and names',
  rule: 'post measures',
  on: each,
  query: Type.Object({ create_metrics: flag }),
  body: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  replies: { 202: empty },
  errors: ['UnknownResources', 'UnknownMetrics', 'Invalid'],
})

/** Line protocol and Prometheus remote write, parsed by the handler. */
export const writePrometheus = operation({
  id: 'prometheus.write',
  method: 'POST',
  path: '/v1/prometheus/write',
  summary: 'Add measures as Prometheus writes them to other stores',
  rule: 'post measures',
  on: each,
  replies: { 202: empty },
  errors: ['UnsupportedMedia', 'Invalid'],
})

export const pingInflux = operation({
  id: 'influxdb.ping',
  method: 'GET',
  path: '/v1/influxdb/ping',
  summary: 'Tell that lines of InfluxDB are taken',
  on: { kind: 'anyone' },
  replies: { 204: empty },
})

export const queryInflux = operation({
  id: 'influxdb.query',
  method: 'POST',
  path: '/v1/influxdb/query',
  summary: 'Create the database that lines of InfluxDB are written to',
  rule: 'create resource type',
  on: ownProject,
  query: Type.Object({ q: Type.Optional(Type.String()) }),
  replies: { 204: empty },
  errors: ['NotImplemented'],
})

export const writeInflux = operation({
  id: 'influxdb.write',
  method: 'POST',
  path: '/v1/influxdb/write',
  summary: 'Add measures as lines of InfluxDB',
  rule: 'post measures',
  on: each,
  query: Type.Object({
    db: Type.Optional(Type.String()),
    precision: Type.Optional(Type.String()),
    consistency: Type.Optional(Type.String()),
    rp: Type.Optional(Type.String()),
    u: Type.Optional(Type.String()),
    p: Type.Optional(Type.String()),
  }),
  replies: { 204: empty },
  errors: ['Invalid'],
})
