import { own } from '@nimbo/kernel/own'
import { errors } from '../errors.ts'
import type { ServerColumn, ServerCondition } from './server-condition.ts'
import { statesOf } from './server-status.ts'
import { containing, readPattern, type TextPattern } from './text-pattern.ts'

/** What a list of servers is narrowed by: the names of the query, already checked. */
export type ServerQuery = Readonly<Record<string, string | readonly string[]>>

const nobody: ServerCondition = { any: [] }
const last = (value: string | readonly string[]): string =>
  typeof value === 'string' ? value : (value.at(-1) ?? '')
const every = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value

const truths = ['true', '1', 'yes', 'on', 't', 'y']
/** A boolean as clients spell it in queries. */
export const isTrue = (text: string): boolean => truths.includes(text.toLowerCase())

const equals =
  (column: ServerColumn) =>
  (value: string | readonly string[]): ServerCondition => ({ column, oneOf: every(value) })
const number =
  (column: ServerColumn) =>
  (value: string | readonly string[]): ServerCondition => ({ column, oneOf: every(value).map(Number) })
const flag =
  (column: ServerColumn) =>
  (value: string | readonly string[]): ServerCondition => ({ column, oneOf: [isTrue(last(value)) ? 1 : 0] })
const matching =
  (column: ServerColumn) =>
  (value: string | readonly string[]): ServerCondition => ({ column, like: readPattern(last(value)) })

/** An address as it stands inside the JSON of the interfaces; an anchor holds it to a quote. */
const address = (value: string | readonly string[]): ServerCondition => {
  const pattern = readPattern(last(value))
  const opened: TextPattern = pattern[0] === 'many' ? pattern.slice(1) : pattern
  const closed = opened.at(-1) === 'many' ? opened.slice(0, -1) : [...opened, { literal: '"' }]
  const start = pattern[0] === 'many' ? [] : [{ literal: '"address":"' }]
  return { column: 'network_info', like: ['many', ...start, ...closed, 'many'] }
}

/** Metadata is a flat JSON object: a pair of it is found as the text `"key":"value"`. */
const metadata = (value: string | readonly string[]): ServerCondition => {
  let pairs: Record<string, unknown>
  try {
    pairs = JSON.parse(last(value)) as Record<string, unknown>
  } catch {
    throw errors.BadRequest({ reason: 'Unable to parse metadata filter' })
  }
  const all = Object.entries(pairs).map(([key, wanted]): ServerCondition => {
    const text = `${JSON.stringify(key)}:${JSON.stringify(String(wanted))}`
    return { column: 'metadata', like: containing(text) }
  })
  return { all }
}

const hasTag = (tag: string): ServerCondition => ({
  column: 'tags',
  like: containing(JSON.stringify(tag)),
})
const tagsOf = (value: string | readonly string[]): ServerCondition[] =>
  every(value)
    .flatMap((list) => list.split(','))
    .map(hasTag)

const status = (value: string | readonly string[]): ServerCondition => {
  const any = every(value).map((one): ServerCondition => {
    const states = statesOf(one)
    if (!states) return nobody
    const resting: ServerCondition = { column: 'vm_state', oneOf: states.vmStates }
    return states.taskStates === null
      ? resting
      : { all: [resting, { column: 'task_state', oneOf: states.taskStates }] }
  })
  return { any }
}

const instant = (value: string | readonly string[]): string => {
  const time = new Date(last(value))
  if (Number.isNaN(time.getTime())) throw errors.BadRequest({ reason: 'Invalid changes-since value' })
  return time.toISOString()
}

const filters: Readonly<Record<string, (value: string | readonly string[]) => ServerCondition>> = {
  name: matching('name'),
  uuid: equals('id'),
  status,
  vm_state: equals('vm_state'),
  task_state: equals('task_state'),
  power_state: number('power_state'),
  image: equals('image_id'),
  host: equals('host'),
  node: equals('node'),
  hostname: matching('hostname'),
  description: matching('description'),
  reservation_id: equals('reservation_id'),
  user_id: equals('user_id'),
  key_name: equals('key_name'),
  availability_zone: equals('availability_zone'),
  access_ip_v4: equals('access_ip_v4'),
  access_ip_v6: equals('access_ip_v6'),
  launch_index: number('launch_index'),
  progress: number('progress'),
  root_device_name: equals('root_device_name'),
  config_drive: flag('config_drive'),
  auto_disk_config: (value) => ({
    column: 'disk_config',
    oneOf: [isTrue(last(value)) ? 'AUTO' : 'MANUAL'],
  }),
  locked: flag('locked'),
  launched_at: equals('launched_at'),
  terminated_at: equals('terminated_at'),
  created_at: equals('created_at'),
  flavor: (value) => ({
    any: every(value).map((id) => ({
      column: 'flavor',
      like: [{ literal: `{"id":${JSON.stringify(id)},` }, 'many'],
    })),
  }),
  ip: address,
  ip6: address,
  metadata,
  tags: (value) => ({ all: tagsOf(value) }),
  'tags-any': (value) => ({ any: tagsOf(value) }),
  'not-tags': (value) => ({ not: { all: tagsOf(value) } }),
  'not-tags-any': (value) => ({ not: { any: tagsOf(value) } }),
  'changes-since': (value) => ({ column: 'updated_at', atLeast: instant(value) }),
  'changes-before': (value) => ({ column: 'updated_at', atMost: instant(value) }),
}

/** Names by which any user may narrow a list; admins also by the rest. */
export const userFilters: readonly string[] = [
  'reservation_id',
  'name',
  'status',
  'image',
  'flavor',
  'ip',
  'changes-since',
  'all_tenants',
  'changes-before',
  'ip6',
  'tags',
  'tags-any',
  'not-tags',
  'not-tags-any',
  'locked',
  'availability_zone',
  'config_drive',
  'key_name',
  'created_at',
  'launched_at',
  'terminated_at',
  'power_state',
  'task_state',
  'vm_state',
  'progress',
  'user_id',
]

/** The condition that a query stands for; names that are no filter are passed over. */
export const conditionOf = (query: ServerQuery): ServerCondition => ({
  all: Object.entries(query).flatMap(([name, value]) => {
    const filter = own(filters, name)
    return filter ? [filter(value)] : []
  }),
})
