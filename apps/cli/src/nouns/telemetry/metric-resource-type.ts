import {
  createResourceType,
  deleteResourceType,
  listResourceTypes,
  showResourceType,
  updateResourceType,
} from '@nimbo/contracts/telemetry/metric/resource-types'
import { isRow } from '../../cloud/json-values.ts'
import { one } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'
import { also, list } from '../../grammar/option.ts'
import { column } from '../../output/cells.ts'
import type { Row } from '../../output/result.ts'
import { movedToRoot, namedLinesCell } from './metric-words.ts'

const service = 'metric'
const name = one('<name>', 'Name of the resource type')
const attribute = also(
  list('<ATTRIBUTE>', 'Attribute to add, such as display_name:string:true:max_length=255 (repeatable)'),
  '-a',
)

interface Attribute {
  readonly type: string
  readonly required?: boolean
  readonly options?: Readonly<Record<string, unknown>>
}

const scalar = (word: string): unknown =>
  word.trim() !== '' && Number.isFinite(Number(word)) ? Number(word) : word

/** Parses `name:type:required:option=value:…`. */
const attributeIn = (word: string): readonly [string, Attribute] => {
  const [called = '', type = '', required, ...more] = word.split(':')
  const pairs = more.map((each): [string, unknown] => {
    const equals = each.indexOf('=')
    return equals < 0 ? [each, ''] : [each.slice(0, equals), scalar(each.slice(equals + 1))]
  })
  const options = Object.fromEntries(pairs.filter(([key]) => key === 'fill'))
  return [
    called,
    {
      type,
      ...(required !== undefined && { required: /^(1|t|true|on|y|yes)$/i.test(required) }),
      ...(Object.keys(options).length > 0 && { options }),
      ...Object.fromEntries(pairs.filter(([key]) => key !== 'fill')),
    },
  ]
}

/** A type with one field per attribute: `attributes/host`, `type=string, required=False`. */
const shown = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(movedToRoot(row, 'attributes')).map(([key, value]) => [
      key,
      key.startsWith('attributes/') && isRow(value)
        ? Object.keys(value)
            .toSorted()
            .map((each) => `${each}=${value[each]}`)
            .join(', ')
        : value,
    ]),
  )

export const metricResourceTypeCommands = [
  lists({
    words: 'metric resource-type list',
    summary: 'List resource types',
    ...{ service, operation: listResourceTypes },
    columns: { name: 'name', attributes: column(namedLinesCell, 'attributes') },
  }),
  shows({
    words: 'metric resource-type show',
    summary: 'Show a resource type',
    ...{ service, operation: showResourceType },
    positionals: { name },
    request: (asked) => ({ path: { name: asked.name } }),
    thing: shown,
  }),
  shows({
    words: 'metric resource-type create',
    summary: 'Create a resource type',
    ...{ service, operation: createResourceType },
    positionals: { name },
    options: { attribute },
    request: (asked) => ({
      body: { name: asked.name, attributes: Object.fromEntries(asked.attribute.map(attributeIn)) },
    }),
    thing: shown,
  }),
  shows({
    words: 'metric resource-type update',
    summary: 'Update a resource type',
    ...{ service, operation: updateResourceType },
    positionals: { name },
    options: {
      attribute,
      removeAttribute: also(list('<REMOVE_ATTRIBUTE>', 'Name of an attribute to remove (repeatable)'), '-r'),
    },
    request: (asked) => ({
      path: { name: asked.name },
      body: [
        ...asked.attribute
          .map(attributeIn)
          .map(([called, value]) => ({ op: 'add', path: `/attributes/${called}`, value })),
        ...asked.removeAttribute.map((called) => ({ op: 'remove', path: `/attributes/${called}` })),
      ],
    }),
    thing: shown,
  }),
  does({
    words: 'metric resource-type delete',
    summary: 'Delete a resource type',
    ...{ service, operation: deleteResourceType },
    positionals: { name },
    request: (asked) => ({ path: { name: asked.name } }),
  }),
]
