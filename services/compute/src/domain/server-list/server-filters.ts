import { own } from '@nimbo/kernel/own'
import { errors } from '../../errors.ts'
import type { ServerInterface } from '../networks/network-info.ts'
import { readInstant } from './read-instant.ts'
import type { ServerColumn, ServerCondition } from './server-condition.ts'
import { statesOf } from '../servers/server-status.ts'
import { readExpression } from './text-expression.ts'
import { containing, type TextPattern } from './text-pattern.ts'

/** The checked filters of a query. */
export type ServerQuery = Readonly<Record<string, string | readonly string[]>>

const nobody: ServerCondition = { any: [] }
const last = (value: string | readonly string[]): string =>
  typeof value === 'string' ? value : (value.at(-1) ?? '')
const every = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value

const truths = ['true', '1', 'yes', 'on', 't', 'y']
/** Parses a boolean as clients write it in queries. */
export const isTrue = (text: string): boolean => truths.includes(text.toLowerCase())

const falsehoods = ['false', '0', 'no', 'off', 'f', 'n']
/** Parses a boolean. Throws `BadRequest` for any other text. */
export const isSurelyTrue = (text: string): boolean => {
  const isKnown = [...truths, ...falsehoods].includes(text.toLowerCase())
  if (isKnown) return isTrue(text)
  const known = [...truths, ...falsehoods].sort().map((word) => `'${word}'`)
  throw errors.BadRequest({
    reason: `Unrecognized value '${text}', acceptable values are: ${known.join(', ')}`,
  })
}

const equals =
  (column: ServerColumn) =>
  (value: string | readonly string[]): ServerCondition => ({ column, oneOf: every(value) })
const number =
  (column: ServerColumn) =>
  (value: string | readonly string[]): ServerCondition => ({ column, oneOf: every(value).map(Number) })
const flag =
  (column: ServerColumn) =>
  (value: string | readonly string[]): ServerCondition => ({ column, oneOf: [isTrue(last(value)) ? 1 : 0] })
const noExpression = (name: string, text: string) =>
  errors.BadRequest({
    reason: `Invalid input for query parameters ${name}. Value: ${text}. '${text}' is not a 'regex'`,
  })

/** The regular expression of a filter. Throws `BadRequest` when it is invalid or empty. */
const expressionOf = (name: string, value: string | readonly string[]) => {
  const text = last(value)
  const expression = text === '' ? undefined : readExpression(text)
  if (!expression) throw noExpression(name, text)
  return expression
}

const matching =
  (name: string, column: ServerColumn) =>
  (value: string | readonly string[]): ServerCondition => ({ column, ...expressionOf(name, value) })

/** A filter that refuses an empty text: Nova reads its value as a regular expression, which must not be empty. */
const filled =
  (name: string, filter: (value: string | readonly string[]) => ServerCondition) =>
  (value: string | readonly string[]): ServerCondition => {
    if (every(value).includes('')) throw noExpression(name, '')
    return filter(value)
  }

/** The fixed and floating IPs in the JSON of a server's interfaces. */
const addressesIn = (networkInfo: string): readonly string[] => {
  const interfaces: readonly ServerInterface[] = JSON.parse(networkInfo)
  return interfaces.flatMap(({ addresses }) =>
    addresses.flatMap(({ address: fixed, floatingIps }) => [fixed, ...floatingIps]),
  )
}

/** Finds an address in the JSON of the interfaces; an anchor becomes a quote. */
const address =
  (name: string) =>
  (value: string | readonly string[]): ServerCondition => {
    const expression = expressionOf(name, value)
    if ('matches' in expression) {
      const { foundIn } = expression.matches
      return { column: 'network_info', matches: { foundIn: (text) => addressesIn(text).some(foundIn) } }
    }
    const pattern = expression.like
    const opened: TextPattern = pattern[0] === 'many' ? pattern.slice(1) : pattern
    const closed = opened.at(-1) === 'many' ? opened.slice(0, -1) : [...opened, { literal: '"' }]
    const start = pattern[0] === 'many' ? [] : [{ literal: '"address":"' }]
    return { column: 'network_info', like: ['many', ...start, ...closed, 'many'] }
  }

/** A flat JSON object has an item as the text `"key":"value"`. */
const item = (key: string, value: string): TextPattern =>
  containing(`${JSON.stringify(key)}:${JSON.stringify(value)}`)

/** A property of the image that is stored with the server. */
const ofImage =
  (key: string) =>
  (value: string | readonly string[]): ServerCondition => ({
    any: every(value).map((wanted) => ({ column: 'image_properties', like: item(key, wanted) })),
  })

const metadata = (value: string | readonly string[]): ServerCondition => {
  let pairs: Record<string, unknown>
  try {
    pairs = JSON.parse(last(value)) as Record<string, unknown>
  } catch {
    throw errors.BadRequest({ reason: 'Invalid filter field: metadata.' })
  }
  const all = Object.entries(pairs).map(
    ([key, wanted]): ServerCondition => ({ column: 'metadata', like: item(key, String(wanted)) }),
  )
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
  const any = every(value)
    .flatMap(statesOf)
    .map(({ vmState, taskStates }): ServerCondition => {
      const resting: ServerCondition = { column: 'vm_state', oneOf: [vmState] }
      return taskStates === null ? resting : { all: [resting, { column: 'task_state', oneOf: taskStates }] }
    })
  return any.length === 0 ? nobody : { any }
}

const instant = (name: string, value: string | readonly string[]): string => {
  const text = last(value)
  const time = readInstant(text)
  if (time === undefined)
    throw errors.BadRequest({
      reason: `Invalid input for query parameters ${name}. Value: ${text}. '${text}' is not a 'date-time'`,
    })
  return time
}

/** Servers show whole seconds, so a filter by second includes the whole of it. */
const endOfSecond = (time: string): string => `${time.slice(0, 19)}.999Z`

const filters: Readonly<Record<string, (value: string | readonly string[]) => ServerCondition>> = {
  name: matching('name', 'name'),
  display_name: matching('display_name', 'name'),
  uuid: equals('id'),
  status,
  vm_state: equals('vm_state'),
  task_state: equals('task_state'),
  power_state: number('power_state'),
  image: equals('image_id'),
  image_ref: equals('image_id'),
  kernel_id: ofImage('kernel_id'),
  ramdisk_id: ofImage('ramdisk_id'),
  host: equals('host'),
  node: equals('node'),
  hostname: matching('hostname', 'hostname'),
  description: matching('description', 'description'),
  display_description: matching('display_description', 'description'),
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
  locked: (value) => ({ column: 'locked', oneOf: [isSurelyTrue(last(value)) ? 1 : 0] }),
  locked_by: equals('locked_by'),
  launched_at: equals('launched_at'),
  terminated_at: equals('terminated_at'),
  created_at: equals('created_at'),
  flavor: filled('flavor', (value) => ({
    any: every(value).map((id) => ({
      column: 'flavor',
      like: [{ literal: `{"id":${JSON.stringify(id)},` }, 'many'],
    })),
  })),
  ip: address('ip'),
  ip6: address('ip6'),
  metadata,
  tags: filled('tags', (value) => ({ all: tagsOf(value) })),
  'tags-any': filled('tags-any', (value) => ({ any: tagsOf(value) })),
  'not-tags': filled('not-tags', (value) => ({ not: { all: tagsOf(value) } })),
  'not-tags-any': filled('not-tags-any', (value) => ({ not: { any: tagsOf(value) } })),
  'changes-since': (value) => {
    const atLeast = instant('changes-since', value)
    const never = { column: 'updated_at', oneOf: [null] } as const
    return {
      any: [{ column: 'updated_at', atLeast }, { all: [never, { column: 'created_at', atLeast }] }],
    }
  },
  'changes-before': (value) => {
    const atMost = endOfSecond(instant('changes-before', value))
    const never = { column: 'updated_at', oneOf: [null] } as const
    return {
      any: [{ column: 'updated_at', atMost }, { all: [never, { column: 'created_at', atMost }] }],
    }
  },
}

const always = ['reservation_id', 'name', 'status', 'image', 'flavor', 'ip', 'changes-since', 'all_tenants']
const since83 = [
  ...['availability_zone', 'config_drive', 'key_name', 'created_at', 'launched_at', 'terminated_at'],
  ...['power_state', 'task_state', 'vm_state', 'progress', 'user_id'],
]
const from = (version: string, names: readonly string[]) => names.map((name) => [name, version] as const)

/** Filters for all users, with the microversions that brought them; admins may use all others too. */
export const userFilters: ReadonlyMap<string, string> = new Map([
  ...from('2.1', always),
  ...from('2.5', ['ip6']),
  ...from('2.26', ['tags', 'tags-any', 'not-tags', 'not-tags-any']),
  ...from('2.66', ['changes-before']),
  ...from('2.73', ['locked']),
  ...from('2.83', since83),
  ...from('2.90', ['hostname']),
])

/** The condition of a query; unknown filters are ignored. */
export const conditionOf = (query: ServerQuery): ServerCondition => ({
  all: Object.entries(query).flatMap(([name, value]) => {
    const filter = own(filters, name)
    return filter ? [filter(value)] : []
  }),
})
