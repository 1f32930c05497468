import { listChanges, queryChanges } from '@nimbo/contracts/telemetry/alarming/alarms'
import { showCapabilities } from '@nimbo/contracts/telemetry/alarming/quotas'
import { given, isRow, textAt } from '../../cloud/json-values.ts'
import { inAlarming, performAll } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { shows } from '../../grammar/declared.ts'
import { integer, list, text } from '../../grammar/option.ts'
import { listOf } from '../../output/result.ts'
import { findAlarm } from './find-alarm.ts'
import { movedToRoot } from './metric-words.ts'
import { richQuery } from './rich-query.ts'

export const alarmHistoryCommands = [
  command({
    words: 'alarm-history show',
    summary: 'Show history for an alarm',
    calls: [inAlarming(listChanges)],
    output: 'list',
    positionals: { alarm: one('<alarm-id>', 'ID or name of an alarm') },
    options: {
      limit: integer('<LIMIT>', 'Maximum number of changes to return'),
      marker: text('<MARKER>', 'ID of the last change on the previous page'),
      sort: list('<SORT_KEY:SORT_DIR>', 'Attribute to sort by, such as timestamp:desc (repeatable)'),
    },
    run: async (session, { alarm, limit, marker, sort }) => {
      const path = { alarm_id: textAt(await findAlarm(session, alarm), 'alarm_id') }
      const query = given({
        limit: limit === undefined ? undefined : String(limit),
        marker,
        sort: sort.length > 0 ? [...sort] : undefined,
      })
      const columns = { timestamp: 'timestamp', type: 'type', detail: 'detail', event_id: 'event_id' }
      return listOf(columns, await performAll(session, inAlarming(listChanges), { path, query }, limit))
    },
  }),
  command({
    words: 'alarm-history search',
    summary: 'Show history for all alarms based on query',
    calls: [inAlarming(queryChanges)],
    output: 'list',
    options: {
      query: text('<QUERY>', 'Query such as alarm_id=… and type="state transition" (default: all changes)'),
    },
    run: async (session, { query }) => {
      const body = query === undefined ? {} : { filter: JSON.stringify(richQuery(query)) }
      const { body: found } = await session.api.alarming.perform(queryChanges, { body })
      const columns = { alarm_id: 'alarm_id', timestamp: 'timestamp', type: 'type', detail: 'detail' }
      return listOf(columns, Array.isArray(found) ? found.filter(isRow) : [])
    },
  }),
]

export const alarmingCommands = [
  shows({
    words: 'alarming capabilities list',
    summary: 'List capabilities of alarming service',
    ...{ service: 'alarming', operation: showCapabilities },
    thing: (reply) => movedToRoot(movedToRoot(reply, 'api'), 'alarm_storage'),
  }),
]
