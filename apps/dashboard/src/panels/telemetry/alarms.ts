import { alarmingApi } from '@nimbo/contracts/telemetry/alarming/api'
import {
  createAlarm,
  deleteAlarm,
  listAlarms,
  replaceAlarm,
  setState,
  showAlarm,
} from '@nimbo/contracts/telemetry/alarming/alarms'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { type Item, isItem, textAt } from '../../panel/item.ts'
import { panel } from '../../panel/panel.ts'
import { itemsIn } from '../../panel/reply-items.ts'
import { alarmBody, alarmFields } from './alarm-rule.ts'

const states = ['ok', 'alarm', 'insufficient data']

const ruleOf = (alarm: Item): unknown => {
  const rule = alarm[`${textAt(alarm, 'type')}_rule`]
  return isItem(rule) ? rule : undefined
}

export const alarms = panel({
  id: 'alarms',
  api: alarmingApi,
  key: 'alarm_id',
  list: { operation: listAlarms, items: itemsIn },
  show: { operation: showAlarm },
  columns: [
    column('name'),
    column('state', { look: 'status' }),
    column('severity', { look: 'status' }),
    column('type'),
    column('enabled', { look: 'yes' }),
    column('state_timestamp', { label: 'since', look: 'date' }),
  ],
  details: [
    column('alarm_id', { label: 'id' }),
    column('description'),
    column('state_reason', { label: 'status_reason' }),
    column('rule', { look: 'pairs', value: ruleOf }),
    column('alarm_actions', { look: 'list' }),
    column('ok_actions', { look: 'list' }),
    column('insufficient_data_actions', { look: 'list' }),
    column('repeat_actions', { look: 'yes' }),
    column('timestamp', { label: 'updated_at', look: 'date' }),
  ],
  filters: [
    { name: 'name', byPage: true },
    { name: 'state', byPage: true, choices: states },
  ],
  create: { operation: createAlarm, fields: alarmFields, body: alarmBody, command: 'alarm create' },
  actions: [
    {
      id: 'set-state',
      operation: setState,
      form: {
        fields: [field('state', { choices: states, initial: 'ok', required: true })],
        body: ({ state }) => state,
        command: 'alarm state set',
      },
    },
    {
      ...{ id: 'enable', operation: replaceAlarm, offered: ({ enabled }) => enabled === false },
      body: (alarm) => ({ ...alarm, enabled: true }),
    },
    {
      ...{ id: 'disable', operation: replaceAlarm, offered: ({ enabled }) => enabled === true },
      body: (alarm) => ({ ...alarm, enabled: false }),
    },
  ],
  remove: { operation: deleteAlarm, command: 'alarm delete' },
  tabs: [{ id: 'history', panel: 'alarm-history', within: ({ alarm_id }) => ({ path: { alarm_id } }) }],
  command: 'alarm show',
})
