import { listEngines, showBuildInfo } from '@nimbo/contracts/orchestration/services'
import {
  listResourceTypes,
  listTemplateFunctions,
  listTemplateVersions,
  showResourceType,
  showResourceTypeTemplate,
  validateTemplate,
} from '@nimbo/contracts/orchestration/templates'
import { CliError } from '../../cloud/cli-error.ts'
import { given, textAt } from '../../cloud/json-values.ts'
import { inOrchestration, perform } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { also, flag, list, oneOf, requiredText, text } from '../../grammar/option.ts'
import { everyField } from '../../output/result.ts'
import { projectPath } from './stack-path.ts'
import { pairsIn, partOptions, stackRequest } from './stack-request.ts'
import { jsonCell } from './stack-view.ts'

const service = 'orchestration'

const types = lists({
  words: 'orchestration resource type list',
  summary: 'List resource types',
  ...{ service, operation: listResourceTypes },
  options: {
    filter: list('<key=value>', 'Filter by name, version or support_status (repeatable)'),
    long: flag('Also show the description of each resource type'),
  },
  request: async ({ filter, long }, session) => ({
    path: await projectPath(session),
    query: given({ ...pairsIn(filter), with_description: long ? 'True' : undefined }),
  }),
  rows: (items) =>
    items
      .map((item) => ({ ...item, type: textAt(item, 'resource_type') || textAt(item, 'name') }))
      .toSorted((one, other) => (one.type < other.type ? -1 : 1)),
  columns: ({ long }) => ({ 'Resource Type': 'type', ...(long && { Description: 'description' }) }),
})

const type = command({
  words: 'orchestration resource type show',
  summary: 'Show details and optionally generate a template for a resource type',
  calls: [inOrchestration(showResourceType)],
  output: 'one',
  defaultFormat: 'yaml',
  positionals: { type: one('<resource-type>', 'Resource type to show details for') },
  options: {
    templateType: oneOf(
      ['hot', 'cfn'],
      'Show a generated template with such a resource instead, in this format',
    ),
    long: flag('Also show the description of the resource type'),
  },
  run: async (session, { type: type_name, templateType, long }) => {
    if (templateType !== undefined && long)
      throw new CliError('Cannot use --template-type and --long in one time.')
    const path = { ...(await projectPath(session)), type_name }
    const [operation, query] =
      templateType === undefined
        ? [showResourceType, long ? { with_description: 'True' } : {}]
        : [showResourceTypeTemplate, { template_type: templateType }]
    return everyField(await perform(session, inOrchestration(operation), { path, query }))
  },
})

const { timeout: _timeout, tags: _tags, ...validateOptions } = partOptions

export const orchestrationCommands = [
  shows({
    words: 'orchestration build info',
    summary: 'Retrieve build information',
    ...{ service, operation: showBuildInfo },
    request: async (_, session) => ({ path: await projectPath(session) }),
    columns: { api: ({ api }) => jsonCell(api), engine: ({ engine }) => jsonCell(engine) },
  }),
  types,
  type,
  lists({
    words: 'orchestration service list',
    summary: 'List the Heat engines',
    ...{ service, operation: listEngines },
    request: async (_, session) => ({ path: await projectPath(session) }),
    columns: {
      ...{ Hostname: 'hostname', Binary: 'binary', 'Engine ID': 'engine_id', Host: 'host' },
      ...{ Topic: 'topic', 'Updated At': 'updated_at', Status: 'status' },
    },
  }),
  lists({
    words: 'orchestration template function list',
    summary: 'List the available functions',
    ...{ service, operation: listTemplateFunctions },
    positionals: { version: one('<template-version>', 'Template version to get the functions for') },
    options: { withConditions: also(flag('Show condition functions for template'), '--with_conditions') },
    request: async ({ version: template_version, withConditions }, session) => ({
      path: { ...(await projectPath(session)), template_version },
      query: withConditions ? { with_condition_func: 'True' } : {},
    }),
    columns: { Functions: 'functions', Description: 'description' },
  }),
  shows({
    words: 'orchestration template validate',
    summary: 'Validate a template',
    defaultFormat: 'yaml',
    ...{ service, operation: validateTemplate },
    options: {
      template: also(requiredText('<template>', 'Path to the template'), '-t'),
      ...validateOptions,
      showNested: flag('Resolve parameters from nested templates as well'),
      ignoreErrors: text('<error1,error2,...>', 'List of heat errors to ignore'),
    },
    request: async ({ showNested, ignoreErrors, ...asked }, session) => ({
      path: await projectPath(session),
      query: given({ show_nested: showNested ? 'True' : undefined, ignore_errors: ignoreErrors }),
      body: await stackRequest({ ...asked, timeout: undefined, tags: undefined }),
    }),
    thing: (reply) => reply,
  }),
  lists({
    words: 'orchestration template version list',
    summary: 'List the available template versions',
    ...{ service, operation: listTemplateVersions },
    request: async (_, session) => ({ path: await projectPath(session) }),
    columns: {
      ...{ Version: 'version', Type: 'type' },
      Aliases: ({ aliases }) => (Array.isArray(aliases) ? aliases.join(',') : ''),
    },
  }),
]
