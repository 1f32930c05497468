import {
  createArchivePolicy,
  deleteArchivePolicy,
  listArchivePolicies,
  showArchivePolicy,
  updateArchivePolicy,
} from '@nimbo/contracts/telemetry/metric/archive-policies'
import {
  createRule,
  deleteRule,
  listRules,
  showRule,
} from '@nimbo/contracts/telemetry/metric/archive-policy-rules'
import { given } from '../../cloud/json-values.ts'
import { one } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'
import { also, integer, list, requiredText } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { column, listCell } from '../../output/cells.ts'
import type { Columns } from '../../output/result.ts'
import { linesCell } from './metric-words.ts'

const service = 'metric'
const name = one('<name>', 'Name of the archive policy')
const rule = one('<name>', 'Name of the archive policy rule')

const columns: Columns = {
  name: 'name',
  back_window: 'back_window',
  definition: column(linesCell, 'definition'),
  aggregation_methods: column(listCell, 'aggregation_methods'),
}

const keys = ['granularity', 'points', 'timespan']

/** Parses `granularity:1m,points:60`: two of granularity, points and timespan. */
const definitionIn = (word: string) => {
  const pairs = word.split(',').map((part): [string, string | number] => {
    const colon = part.indexOf(':')
    const [key, value] = [part.slice(0, colon), part.slice(colon + 1)]
    return [key, key === 'points' ? Number(value) : value]
  })
  const isRight =
    pairs.length > 1 && pairs.every(([key, value]) => keys.includes(key) && !Number.isNaN(value))
  if (!isRight)
    throw new UsageError(`argument -d/--definition: invalid archive_policy_definition value: '${word}'`)
  return Object.fromEntries(pairs)
}

const definitions = list(
  '<DEFINITION>',
  'Two or more of granularity, points and timespan, such as granularity:1m,points:60 (repeatable)',
)
const definition: typeof definitions = { ...also(definitions, '-d'), required: true }

export const metricArchivePolicyCommands = [
  lists({
    words: 'metric archive-policy list',
    summary: 'List archive policies',
    ...{ service, operation: listArchivePolicies, columns },
  }),
  shows({
    words: 'metric archive-policy show',
    summary: 'Show an archive policy',
    ...{ service, operation: showArchivePolicy, columns },
    positionals: { name },
    request: (asked) => ({ path: { name: asked.name } }),
    thing: (reply) => reply,
  }),
  shows({
    words: 'metric archive-policy create',
    summary: 'Create an archive policy',
    ...{ service, operation: createArchivePolicy, columns },
    positionals: { name },
    options: {
      definition,
      backWindow: also(
        integer(
          '<BACK_WINDOW>',
          'Back window: number of coarsest periods for which late measures are accepted',
        ),
        '-b',
      ),
      aggregationMethod: also(
        list('<METHOD>', 'Aggregation method to store (repeatable; default: those of the service)'),
        '-m',
      ),
    },
    request: (asked) => ({
      body: given({
        name: asked.name,
        definition: asked.definition.map(definitionIn),
        back_window: asked.backWindow,
        aggregation_methods: asked.aggregationMethod.length > 0 ? [...asked.aggregationMethod] : undefined,
      }),
    }),
    thing: (reply) => reply,
  }),
  shows({
    words: 'metric archive-policy update',
    summary: 'Update an archive policy',
    ...{ service, operation: updateArchivePolicy, columns },
    positionals: { name },
    options: { definition },
    request: (asked) => ({
      path: { name: asked.name },
      body: { definition: asked.definition.map(definitionIn) },
    }),
    thing: (reply) => reply,
  }),
  does({
    words: 'metric archive-policy delete',
    summary: 'Delete an archive policy',
    ...{ service, operation: deleteArchivePolicy },
    positionals: { name },
    request: (asked) => ({ path: { name: asked.name } }),
  }),
]

export const metricArchivePolicyRuleCommands = [
  lists({
    words: 'metric archive-policy-rule list',
    summary: 'List archive policy rules',
    ...{ service, operation: listRules },
    columns: {
      ...{ name: 'name', archive_policy_name: 'archive_policy_name', metric_pattern: 'metric_pattern' },
    },
  }),
  shows({
    words: 'metric archive-policy-rule show',
    summary: 'Show an archive policy rule',
    ...{ service, operation: showRule },
    positionals: { rule },
    request: (asked) => ({ path: { name: asked.rule } }),
  }),
  shows({
    words: 'metric archive-policy-rule create',
    summary: 'Create an archive policy rule',
    ...{ service, operation: createRule },
    positionals: { rule },
    options: {
      archivePolicyName: also(requiredText('<ARCHIVE_POLICY_NAME>', 'Archive policy name'), '-a'),
      metricPattern: also(
        requiredText('<METRIC_PATTERN>', 'Pattern of the metric names to match, with wildcards (*)'),
        '-m',
      ),
    },
    request: (asked) => ({
      body: {
        name: asked.rule,
        metric_pattern: asked.metricPattern,
        archive_policy_name: asked.archivePolicyName,
      },
    }),
  }),
  does({
    words: 'metric archive-policy-rule delete',
    summary: 'Delete an archive policy rule',
    ...{ service, operation: deleteRule },
    positionals: { rule },
    request: (asked) => ({ path: { name: asked.rule } }),
  }),
]
