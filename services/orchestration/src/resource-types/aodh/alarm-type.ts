import {
  createAlarm,
  deleteAlarm,
  listAlarms,
  replaceAlarm,
  showAlarm,
} from '@nimbo/contracts/telemetry/alarming/alarms'
import { resourceErrors } from '../../resource-type/errors.ts'
import type { Handling, Standing } from '../../resource-type/handling.ts'
import { makeOnce } from '../../resource-type/make-once.ts'
import type { Properties, ValuesOf } from '../../resource-type/property.ts'
import { type Declared, defineResourceType, type ResourceType } from '../../resource-type/resource-type.ts'
import type { Shown } from '../field-of.ts'
import { type AlarmProperties, alarmProperties } from './alarm-properties.ts'

interface AlarmType<All extends Properties> extends Declared<All, ValuesOf<All>, Shown> {
  /** The alarm type in Aodh: `gnocchi_resources_threshold`. */
  readonly kind: string
  rule(values: ValuesOf<All>): object
}

/** The URLs of alarm actions; an action that refers to a resource of the stack becomes the signal URL of that resource. */
const addressesOf = async (
  { peers }: Handling<object>,
  actions: readonly unknown[] = [],
): Promise<readonly string[]> => {
  const addresses: string[] = []
  for (const action of actions.map(String))
    addresses.push((await peers.byRefId(action))?.data.alarm_url ?? action)
  return addresses
}

const noQueues = ({ alarm_queues, ok_queues, insufficient_data_queues }: AlarmProperties): void => {
  if ([...alarm_queues, ...ok_queues, ...insufficient_data_queues].length > 0)
    throw resourceErrors.ResourceFailure({ problem: 'There are no message queues in this cloud' })
}

/** Makes a resource type of alarms with this kind of rule. */
export const alarmType = <All extends Properties>({
  kind,
  rule,
  properties,
  ...declared
}: AlarmType<All>): ResourceType => {
  const whole = { ...properties, ...alarmProperties }
  type Values = ValuesOf<All> & AlarmProperties
  const bodyOf = async (handling: Handling<Values>, enabled: boolean) => {
    const { properties: values, resource } = handling
    noQueues(values)
    return {
      name: resource.physicalName,
      type: kind,
      [`${kind}_rule`]: rule(values),
      ...(values.description === undefined ? {} : { description: values.description }),
      enabled,
      repeat_actions: values.repeat_actions,
      severity: values.severity,
      time_constraints: values.time_constraints,
      alarm_actions: await addressesOf(handling, values.alarm_actions),
      ok_actions: await addressesOf(handling, values.ok_actions),
      insufficient_data_actions: await addressesOf(handling, values.insufficient_data_actions),
    }
  }
  const say = async (handling: Standing<Values>, enabled: boolean): Promise<void> => {
    const path = { alarm_id: handling.id }
    await handling.clients.alarming.call(replaceAlarm, { path, body: await bodyOf(handling, enabled) })
  }
  const type = {
    ...declared,
    properties: whole,
    client: 'alarming',
    create: (handling: Handling<Values>) =>
      makeOnce(handling.attempt, {
        make: async () => {
          const body = await bodyOf(handling, handling.properties.enabled)
          return String((await handling.clients.alarming.call(createAlarm, { body })).alarm_id)
        },
        find: async () => {
          const query = { 'q.field': ['name'], 'q.value': [handling.resource.physicalName] }
          const alarms = await handling.clients.alarming.call(listAlarms, { query })
          return alarms.map(({ alarm_id }) => ({ id: String(alarm_id) }))
        },
      }),
    show: ({ clients, id }: Standing<Values>): Promise<Shown> =>
      clients.alarming.call(showAlarm, { path: { alarm_id: id } }),
    update: (handling: Standing<Values>) => say(handling, handling.properties.enabled),
    suspend: (handling: Standing<Values>) => say(handling, false),
    resume: (handling: Standing<Values>) => say(handling, true),
    delete: async ({ clients, id }: Standing<Values>) => {
      await clients.alarming.call(deleteAlarm, { path: { alarm_id: id } })
    },
    isDeleted: async () => true,
  } as const
  return defineResourceType<Properties, Shown>(
    type as object as Parameters<typeof defineResourceType<Properties, Shown>>[0],
  )
}
