import {
  createAlarm,
  deleteAlarm,
  listAlarms,
  queryAlarms,
  replaceAlarm,
  setState,
  showAlarm,
  showState,
} from '@nimbo/contracts/telemetry/alarming/alarms'
import { CliError } from '../../cloud/cli-error.ts'
import { given, isRow, textAt, without } from '../../cloud/json-values.ts'
import { inAlarming, perform, performAll } from '../../cloud/perform.ts'
import { command, optional } from '../../grammar/command.ts'
import { integer, list as listOption, oneOf, requiredText, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { fields, listOf, nothing } from '../../output/result.ts'
import { alarmBody, alarmOptions, alarmStates, alarmTypes } from './alarm-body.ts'
import { showAlarmFields } from './alarm-view.ts'
import { alarmId, alarmName, findAlarm, namedAlarm } from './find-alarm.ts'
import { richQuery } from './rich-query.ts'

const columns = {
  ...{ alarm_id: 'alarm_id', type: 'type', name: 'name', state: 'state', severity: 'severity' },
  enabled: 'enabled',
}

const filterQuery = (words: readonly string[]) => {
  const pairs = words.flatMap((word) => word.split(';')).map((word) => word.split(/=(.*)/s))
  for (const [key, value] of pairs)
    if (!key || value === undefined)
      throw new CliError(`Malformed parameter(${key}). Use the key=value format.`)
  if (pairs.length === 0) return {}
  return {
    'q.field': pairs.map(([key = '']) => key),
    'q.op': pairs.map(() => 'eq'),
    'q.value': pairs.map(([, value = '']) => value),
  }
}

const list = command({
  words: 'alarm list',
  summary: 'List alarms',
  calls: [inAlarming(listAlarms)],
  output: 'list',
  options: {
    query: text('<QUERY>', 'Query such as project_id!=my-id and (state=ok or state=alarm)'),
    filter: listOption('<KEY1=VALUE1;KEY2=VALUE2...>', 'Filter parameters to apply on returned alarms'),
    limit: integer('<LIMIT>', 'Maximum number of alarms to return'),
    marker: text('<MARKER>', 'ID of the last alarm on the previous page'),
    sort: listOption('<SORT_KEY:SORT_DIR>', 'Attribute to sort by, such as name:asc (repeatable)'),
  },
  run: async (session, { query, filter, limit, marker, sort }) => {
    if (query === undefined) {
      const asked = given({
        ...filterQuery(filter),
        limit: limit === undefined ? undefined : String(limit),
        marker,
        sort: sort.length > 0 ? [...sort] : undefined,
      })
      return listOf(columns, await performAll(session, inAlarming(listAlarms), { query: asked }, limit))
    }
    if (limit !== undefined || marker !== undefined || sort.length + filter.length > 0)
      throw new CliError('Query and pagination options are mutually exclusive.')
    const body = { filter: JSON.stringify(richQuery(query)) }
    const { body: found } = await session.api.alarming.perform(queryAlarms, { body })
    return listOf(columns, Array.isArray(found) ? found.filter(isRow) : [])
  },
})

const show = command({
  words: 'alarm show',
  summary: 'Show an alarm',
  calls: [inAlarming(showAlarm)],
  output: 'one',
  positionals: { id: alarmId },
  options: { name: alarmName },
  run: async (session, { id, name }) =>
    showAlarmFields(await findAlarm(session, namedAlarm(id, name, 'query'))),
})

const create = command({
  words: 'alarm create',
  summary: 'Create an alarm',
  calls: [inAlarming(createAlarm)],
  output: 'one',
  options: {
    name: requiredText('<NAME>', 'Name of the alarm'),
    type: { ...oneOf(alarmTypes, 'Type of alarm'), flags: { '-t': undefined }, required: true },
    ...alarmOptions,
  },
  run: async (session, { name, type, ...said }) => {
    if (type === undefined) throw new UsageError('the following arguments are required: -t/--type')
    const body = { name, ...alarmBody(type, said) }
    return showAlarmFields(await perform(session, inAlarming(createAlarm), { body }))
  },
})

/** Read-only members. */
const told = ['alarm_id', 'timestamp', 'state_timestamp', 'state_reason', 'evaluate_timestamp']

const update = command({
  words: 'alarm update',
  summary: 'Update an alarm',
  calls: [inAlarming(replaceAlarm)],
  output: 'one',
  positionals: { id: alarmId },
  options: {
    name: alarmName,
    type: { ...oneOf(alarmTypes, 'Type of alarm'), flags: { '-t': undefined } },
    ...alarmOptions,
  },
  run: async (session, { id, name, type, ...said }) => {
    const called = id ?? name
    if (called === undefined) namedAlarm(id, name, 'update')
    const before = await findAlarm(session, called ?? '')
    const old = textAt(before, 'type')
    const kept = without(before, ...told, ...(type === undefined || type === old ? [] : [`${old}_rule`]))
    const body = { ...kept, ...given({ name }), ...alarmBody(type ?? old, said, before) }
    const path = { alarm_id: textAt(before, 'alarm_id') }
    return showAlarmFields(await perform(session, inAlarming(replaceAlarm), { path, body }))
  },
})

const remove = command({
  words: 'alarm delete',
  summary: 'Delete an alarm',
  calls: [inAlarming(deleteAlarm)],
  output: 'none',
  positionals: { id: alarmId },
  options: { name: alarmName },
  run: async (session, { id, name }) => {
    const found = await findAlarm(session, namedAlarm(id, name, 'delete'))
    await perform(session, inAlarming(deleteAlarm), { path: { alarm_id: textAt(found, 'alarm_id') } })
    return nothing
  },
})

const stateGet = command({
  words: 'alarm state get',
  summary: 'Get state of an alarm',
  calls: [inAlarming(showState)],
  output: 'one',
  positionals: { id: alarmId },
  options: { name: alarmName },
  run: async (session, { id, name }) => {
    const found = await findAlarm(session, namedAlarm(id, name, 'get state of'))
    const path = { alarm_id: textAt(found, 'alarm_id') }
    return fields([['state', await session.api.alarming.call(showState, { path })]])
  },
})

const stateSet = command({
  words: 'alarm state set',
  summary: 'Set state of an alarm',
  calls: [inAlarming(setState)],
  output: 'one',
  positionals: { id: optional('<ALARM ID or NAME>', 'ID or name of an alarm') },
  options: {
    name: alarmName,
    state: { ...oneOf(alarmStates, 'State of the alarm'), required: true },
  },
  run: async (session, { id, name, state }) => {
    const found = await findAlarm(session, namedAlarm(id, name, 'set state of'))
    const path = { alarm_id: textAt(found, 'alarm_id') }
    return fields([['state', await session.api.alarming.call(setState, { path, body: state ?? '' })]])
  },
})

export const alarmCommands = [list, show, create, update, remove, stateGet, stateSet]
