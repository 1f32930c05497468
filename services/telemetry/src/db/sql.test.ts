import { goldenSql } from '@nimbo/db/golden-sql.testing'
import { type SqlBool, sql } from 'kysely'
import * as actions from './alarming/actions.ts'
import * as alarms from './alarming/alarms.ts'
import * as quotas from './alarming/quotas.ts'
import type { AlarmTables } from './alarming/tables.ts'
import * as metering from './metering/metering.ts'
import type { MeteringTables } from './metering/tables.ts'
import * as outdated from './metering/outdated.ts'
import * as traffic from './metering/traffic.ts'
import * as usedResources from './metering/used-resources.ts'
import * as measures from './metric/measures.ts'
import * as metrics from './metric/metrics.ts'
import * as policies from './metric/policies.ts'
import * as processors from './metric/processors.ts'
import * as types from './metric/resource-types.ts'
import * as resources from './metric/resources.ts'
import * as waiting from './metric/waiting-measures.ts'
import type { MetricTables } from './metric/tables.ts'

const url = import.meta.url
const now = '2026-01-31T12:00:00Z'
const ids = ['a', 'b']
const ofProject = sql<SqlBool>`project_id = ${'p'}`
const byId = [{ column: 'id', direction: 'asc' }] as const
const byPosition = [{ column: 'position', direction: 'desc' }] as const

const alarm: alarms.Alarm = {
  ...{ id: 'a', type: 'event', name: 'n', description: '', enabled: 1, user_id: 'u', project_id: 'p' },
  ...{ state: 'ok', state_reason: '', severity: 'low', timestamp: now, state_timestamp: now },
  ...{ evaluate_timestamp: now, repeat_actions: 0, actions: '{}', time_constraints: '[]', rule: '{}' },
  counts: '{}',
}
const action = { position: 1, alarm_id: 'a', url: 'http://a', body: '{}', tries: 0, due_at: now }

goldenSql<typeof actions, AlarmTables>(url, 'alarm-actions', {
  insertActions: (db) => actions.insertActions(db, [action]),
  actionsDue: (db) => actions.actionsDue(db, now, 10),
  claimAction: (db) => actions.claimAction(db, action, now),
  removeAction: (db) => actions.removeAction(db, 1),
  postponeAction: (db) => actions.postponeAction(db, 1, now),
})

goldenSql<typeof alarms, AlarmTables>(url, 'alarms', {
  listAlarms: async (db) => {
    await alarms.listAlarms(db, { conditions: [], order: byId, limit: 10 })
    await alarms.listAlarms(db, { conditions: [ofProject], order: byId, after: alarm, limit: 10 })
  },
  listChanges: (db) => alarms.listChanges(db, { conditions: [ofProject], order: byPosition, limit: 10 }),
  findAlarm: (db) => alarms.findAlarm(db, 'a'),
  insertAlarm: (db) => alarms.insertAlarm(db, alarm),
  updateAlarm: (db) => alarms.updateAlarm(db, 'a', { state: 'alarm' }),
  deleteAlarm: (db) => alarms.deleteAlarm(db, 'a'),
  insertChange: (db) =>
    alarms.insertChange(db, {
      ...{ event_id: 'e', alarm_id: 'a', type: 'creation', detail: '{}', user_id: 'u', project_id: 'p' },
      ...{ on_behalf_of: 'p', severity: 'low', timestamp: now },
    }),
  removeOldChanges: (db) => alarms.removeOldChanges(db, now, 10),
  countAlarms: { finds: [{ count: 1 }], run: (db) => alarms.countAlarms(db, 'project_id', 'p') },
  alarmsDue: (db) => alarms.alarmsDue(db, ['event'], now, 10),
  claimAlarm: (db) => alarms.claimAlarm(db, alarm, now),
  eventAlarms: (db) => alarms.eventAlarms(db, 'p'),
})

goldenSql<typeof quotas, AlarmTables>(url, 'alarm-quotas', {
  quotaOf: (db) => quotas.quotaOf(db, 'p'),
  setQuota: (db) => quotas.setQuota(db, 'p', 10),
  dropQuota: (db) => quotas.dropQuota(db, 'p'),
})

const event = {
  ...{ message_id: 'm', event_type: 'compute.instance.create.end', generated: now, project_id: 'p' },
  ...{ user_id: 'u', resource_id: 'r', traits: '{}' },
}
const sample = {
  ...{ id: 's', meter: 'vcpus', type: 'gauge', unit: 'vcpu', volume: 1, user_id: 'u', project_id: 'p' },
  ...{ resource_id: 'r', timestamp: now, recorded_at: now, source: 'openstack', metadata: '{}' },
}
const use = { kind: 'vcpus', resource_id: 'r', project_id: 'p', detail: '', quantity: 1, begun_at: 1 }

goldenSql<typeof metering, MeteringTables>(url, 'metering', {
  insertEvents: (db) => metering.insertEvents(db, [event]),
  listEvents: (db) => metering.listEvents(db, [ofProject], 10),
  eventTypes: (db) => metering.eventTypes(db, [], 10),
  insertSamples: (db) => metering.insertSamples(db, [sample]),
  listSamples: (db) => metering.listSamples(db, [ofProject], 10),
  listVolumes: (db) => metering.listVolumes(db, [ofProject]),
  lastSamples: (db) => metering.lastSamples(db, [ofProject], 10),
  spansOfResources: (db) => metering.spansOfResources(db, [ofProject], ids),
  endUses: (db) =>
    metering.endUses(db, [
      { kind: 'server', resourceId: 'r', at: 2 },
      { kind: 'volume', resourceId: 's', at: 3 },
    ]),
  beginUses: (db) => metering.beginUses(db, [{ ...use, ended_at: null }]),
  usesBetween: async (db) => {
    await metering.usesBetween(db, { from: 1, until: 2, projectId: undefined })
    await metering.usesBetween(db, { from: 1, until: 2, projectId: 'p' })
  },
  keepPublications: (db) => metering.keepPublications(db, ['{}']),
  publicationsWaiting: (db) => metering.publicationsWaiting(db),
  removePublications: (db) => metering.removePublications(db, [1, 2]),
})

goldenSql<typeof outdated, MeteringTables>(url, 'outdated', {
  removeOldEvents: (db) => outdated.removeOldEvents(db, now, 10),
  removeOldSamples: (db) => outdated.removeOldSamples(db, now, 10),
})

const counter = { resource_id: 'r', meter: 'network.incoming.bytes', at: 1, value: 2 }
const gone = { resource_id: 'r', project_id: 'p', direction: 'incoming', hour: 1, bytes: 2 }

goldenSql<typeof traffic, MeteringTables>(url, 'traffic', {
  takeCounters: (db) => traffic.takeCounters(db, ids),
  putCounters: (db) => traffic.putCounters(db, [counter]),
  addTraffic: (db) => traffic.addTraffic(db, [gone]),
  trafficBetween: async (db) => {
    await traffic.trafficBetween(db, { from: 1, until: 2, projectId: undefined })
    await traffic.trafficBetween(db, { from: 1, until: 2, projectId: 'p' })
  },
})

goldenSql<typeof usedResources, MeteringTables>(url, 'used-resources', {
  takeUsedResources: (db) =>
    usedResources.takeUsedResources(db, [{ kind: 'server', resourceId: 'r', deletedAt: 1 }]),
})

goldenSql<typeof measures, MetricTables>(url, 'measures', {
  pointsOf: (db) => measures.pointsOf(db, ids),
  keepPoints: (db) => measures.keepPoints(db, [['a', [[1, 2]]]]),
  keepAggregates: (db) => measures.keepAggregates(db, [['a', [{ granularity: 60, start: 1, values: {} }]]]),
  forgetAggregates: (db) => measures.forgetAggregates(db, 'a', 60, 1),
  aggregatesOf: async (db) => {
    await measures.aggregatesOf(db, 'a', { granularity: 60, from: undefined, until: undefined })
    await measures.aggregatesOf(db, 'a', { granularity: 60, from: 1, until: 2 })
  },
})

goldenSql<typeof waiting, MetricTables>(url, 'waiting-measures', {
  keepMeasures: (db) => waiting.keepMeasures(db, [{ metricId: 'a', points: [[1, 2]] }]),
  sacksWaiting: (db) => waiting.sacksWaiting(db),
  takeSacks: { finds: [{ position: 1, entries: '[]' }], run: (db) => waiting.takeSacks(db, [1, 2]) },
  waitingByMetric: (db) => waiting.waitingByMetric(db),
})

const metric: metrics.Metric = {
  ...{ id: 'a', created_by_user_id: 'u', created_by_project_id: 'p', name: 'cpu', unit: 'ns' },
  ...{ archive_policy_name: 'low', resource_id: 'r', status: 'active' },
}
goldenSql<typeof metrics, MetricTables>(url, 'metrics', {
  findMetric: (db) => metrics.findMetric(db, 'a'),
  findMetrics: (db) => metrics.findMetrics(db, ids),
  ownersOf: (db) => metrics.ownersOf(db, ids),
  knownIds: (db) => metrics.knownIds(db, ids),
  metricsOf: (db) => metrics.metricsOf(db, ids),
  findNamedMetric: (db) => metrics.findNamedMetric(db, 'r', 'cpu'),
  listMetrics: (db) =>
    metrics.listMetrics(db, { conditions: [ofProject], order: byId, after: metric, limit: 10 }),
  insertMetric: (db) => metrics.insertMetric(db, metric),
  insertMetrics: (db) => metrics.insertMetrics(db, [metric]),
  attachMetric: (db) => metrics.attachMetric(db, 'a', { resource_id: 'r', name: 'cpu' }),
  deleteMetrics: (db) => metrics.deleteMetrics(db, ids),
  deleteMetricsOf: (db) => metrics.deleteMetricsOf(db, ids),
  takeDeletedMetrics: (db) => metrics.takeDeletedMetrics(db, 10),
  expungeMetrics: (db) => metrics.expungeMetrics(db, ids),
})

const policy = { name: 'low', backWindow: 0, levels: [{ granularity: 60, points: 10 }], methods: ['mean'] }
const rule = { name: 'default', metric_pattern: '*', archive_policy_name: 'low' }
goldenSql<typeof policies, MetricTables>(url, 'archive-policies', {
  allPolicies: (db) => policies.allPolicies(db),
  findPolicy: (db) => policies.findPolicy(db, 'low'),
  insertPolicy: (db) => policies.insertPolicy(db, policy),
  replacePolicy: (db) => policies.replacePolicy(db, policy),
  isPolicyUsed: (db) => policies.isPolicyUsed(db, 'low'),
  deletePolicy: (db) => policies.deletePolicy(db, 'low'),
  allRules: (db) => policies.allRules(db),
  findRule: (db) => policies.findRule(db, 'default'),
  insertRule: (db) => policies.insertRule(db, rule),
  deleteRule: (db) => policies.deleteRule(db, 'default'),
  renameRule: (db) => policies.renameRule(db, 'default', 'other'),
})

goldenSql<typeof processors, MetricTables>(url, 'processors', {
  processorsSince: (db) => processors.processorsSince(db, now),
  reportProcessor: (db) => processors.reportProcessor(db, 'h', now),
})

const type = { name: 'instance', attributes: {} }
goldenSql<typeof types, MetricTables>(url, 'resource-types', {
  allTypes: (db) => types.allTypes(db),
  findType: (db) => types.findType(db, 'instance'),
  findTypes: (db) => types.findTypes(db, ids),
  insertType: (db) => types.insertType(db, type),
  replaceType: (db) => types.replaceType(db, type),
  isTypeUsed: (db) => types.isTypeUsed(db, 'instance'),
  deleteType: (db) => types.deleteType(db, 'instance'),
})

const resource = {
  ...{ id: 'r', type: 'instance', original_resource_id: 'r', created_by_user_id: 'u' },
  ...{ created_by_project_id: 'p', user_id: 'u', project_id: 'p', started_at: now, ended_at: null },
  ...{ revision_start: now, attributes: '{}' },
}
const past: resources.Revision = { ...resource, revision: 1, revision_end: now }
const whole = { conditions: [], order: byId, after: undefined, limit: 10, history: false }
goldenSql<typeof resources, MetricTables>(url, 'resources', {
  listRevisions: async (db) => {
    await resources.listRevisions(db, whole)
    await resources.listRevisions(db, { ...whole, conditions: [ofProject], after: past, history: true })
  },
  findRevision: async (db) => {
    await resources.findRevision(db, 'r', resources.present)
    await resources.findRevision(db, 'r', 1)
  },
  findResources: (db) => resources.findResources(db, ids),
  insertResource: (db) => resources.insertResource(db, resource),
  reviseResource: (db) => resources.reviseResource(db, resource, { ...resource, type: 'other' }),
  deleteResources: (db) => resources.deleteResources(db, ids),
})
