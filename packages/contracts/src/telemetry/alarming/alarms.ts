import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { Alarm, AlarmInput } from './alarm.ts'

const texts = Type.Optional(Type.Array(Type.String()))
const text = Type.Optional(Type.String())

const Change = view({
  event_id: Type.String(),
  alarm_id: Type.String(),
  type: Type.String(),
  detail: Type.String(),
  user_id: Type.Union([Type.String(), Type.Null()]),
  project_id: Type.Union([Type.String(), Type.Null()]),
  on_behalf_of: Type.Union([Type.String(), Type.Null()]),
  severity: Type.Union([Type.String(), Type.Null()]),
  timestamp: Type.String(),
})
export type ChangeView = Static<typeof Change>

const State = Type.String()

/** Parallel lists of fields, operators and values. */
const listQuery = Type.Object({
  'q.field': texts,
  'q.op': texts,
  'q.value': texts,
  'q.type': texts,
  sort: texts,
  limit: text,
  marker: text,
})

const ComplexQuery = Type.Object({
  filter: text,
  orderby: text,
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
})

export const listAlarms = operation({
  id: 'alarms.list',
  method: 'GET',
  path: '/v2/alarms',
  summary: 'List alarms',
  rule: 'telemetry:get_alarms',
  on: ownProject,
  mayAsk: ['telemetry:get_alarms:all_projects'],
  query: Type.Object({ ...listQuery.properties, all_projects: text }),
  replies: { 200: Type.Array(Alarm) },
  errors: ['Invalid'],
})

export const createAlarm = operation({
  id: 'alarms.create',
  method: 'POST',
  path: '/v2/alarms',
  summary: 'Create an alarm',
  rule: 'telemetry:create_alarm',
  on: ownProject,
  body: AlarmInput,
  replies: { 201: Alarm },
  errors: ['Invalid', 'OverQuota'],
})

export const showAlarm = operation({
  id: 'alarms.show',
  method: 'GET',
  path: '/v2/alarms/{alarm_id}',
  summary: 'Show an alarm',
  rule: 'telemetry:get_alarm',
  on: found('alarm'),
  replies: { 200: Alarm },
  errors: ['NoSuchAlarm'],
})

export const replaceAlarm = operation({
  id: 'alarms.replace',
  method: 'PUT',
  path: '/v2/alarms/{alarm_id}',
  summary: 'Say an alarm anew',
  rule: 'telemetry:change_alarm',
  on: found('alarm'),
  body: AlarmInput,
  replies: { 200: Alarm },
  errors: ['NoSuchAlarm', 'Invalid'],
})

export const deleteAlarm = operation({
  id: 'alarms.delete',
  method: 'DELETE',
  path: '/v2/alarms/{alarm_id}',
  summary: 'Delete an alarm',
  rule: 'telemetry:delete_alarm',
  on: found('alarm'),
  replies: { 204: empty },
  errors: ['NoSuchAlarm'],
})

export const listChanges = operation({
  id: 'alarms.history',
  method: 'GET',
  path: '/v2/alarms/{alarm_id}/history',
  summary: 'List what happened to an alarm, the latest first',
  rule: 'telemetry:alarm_history',
  on: found('alarm'),
  query: listQuery,
  replies: { 200: Type.Array(Change) },
  errors: ['NoSuchAlarm', 'Invalid'],
})

export const showState = operation({
  id: 'alarms.state.show',
  method: 'GET',
  path: '/v2/alarms/{alarm_id}/state',
  summary: 'Show the state of an alarm',
  rule: 'telemetry:get_alarm_state',
  on: found('alarm'),
  replies: { 200: State },
  errors: ['NoSuchAlarm'],
})

export const setState = operation({
  id: 'alarms.state.set',
  method: 'PUT',
  path: '/v2/alarms/{alarm_id}/state',
  summary: 'Set the state of an alarm',
  rule: 'telemetry:change_alarm_state',
  on: found('alarm'),
  body: Type.String(),
  replies: { 200: State },
  errors: ['NoSuchAlarm', 'Invalid'],
})

export const queryAlarms = operation({
  id: 'alarms.query',
  method: 'POST',
  path: '/v2/query/alarms',
  summary: 'List the alarms that a filter names',
  rule: 'telemetry:query_alarm',
  on: ownProject,
  body: ComplexQuery,
  replies: { 200: Type.Array(Alarm) },
  errors: ['Invalid'],
})

export const queryChanges = operation({
  id: 'alarms.history.query',
  method: 'POST',
  path: '/v2/query/alarms/history',
  summary: 'List what happened to alarms, as a filter says',
  rule: 'telemetry:query_alarm_history',
  on: ownProject,
  body: ComplexQuery,
  replies: { 200: Type.Array(Change) },
  errors: ['Invalid'],
})

export const showEvaluations = operation({
  id: 'metrics.show',
  method: 'GET',
  path: '/v2/metrics',
  summary: 'Tell how often alarms were found in which state',
  rule: 'telemetry:get_metrics',
  on: ownProject,
  mayAsk: ['telemetry:get_metrics:all_projects'],
  query: Type.Object({ all_projects: text }),
  replies: {
    200: view({
      evaluation_results: Type.Array(
        view({
          alarm_id: Type.String(),
          project_id: Type.Union([Type.String(), Type.Null()]),
          state_counters: Type.Record(Type.String(), Type.Integer()),
        }),
      ),
    }),
  },
})
