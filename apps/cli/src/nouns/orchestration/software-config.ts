import {
  createSoftwareConfig,
  deleteSoftwareConfig,
  listSoftwareConfigs,
  showSoftwareConfig,
} from '@nimbo/contracts/orchestration/software'
import { validateTemplate } from '@nimbo/contracts/orchestration/templates'
import { parse } from 'yaml'
import { CliError } from '../../cloud/cli-error.ts'
import { forAll } from '../../cloud/delete-each.ts'
import { given, isRow, rowAt, textAt } from '../../cloud/json-values.ts'
import { inOrchestration, perform } from '../../cloud/perform.ts'
import { readText } from '../../cloud/read-text.ts'
import { command, many, one } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { flag, integer, text } from '../../grammar/option.ts'
import { everyField, nothing, type Row } from '../../output/result.ts'
import { projectPath } from './stack-path.ts'

const service = 'orchestration'

const definitionIn = async (file: string | undefined): Promise<Row> => {
  const value: unknown = file === undefined ? {} : (parse(await readText(file)) ?? {})
  if (!isRow(value))
    throw new CliError(`${file} does not contain a mapping with inputs, outputs and options.`)
  return value
}

const rowsOr = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : [])

export const softwareConfigCommands = [
  shows({
    words: 'software config create',
    summary: 'Create software config',
    defaultFormat: 'json',
    ...{ service, operation: createSoftwareConfig },
    positionals: { name: one('<config-name>', 'Name of the software config to create') },
    options: {
      configFile: text('<config-file>', 'Path to software config script/data'),
      definitionFile: text('<destination-file>', 'Path to JSON/YAML with inputs, outputs and options'),
      group: text('<group>', 'Group name of tool expected by the software config'),
    },
    request: async ({ name, configFile, definitionFile, group = 'Heat::Ungrouped' }, session) => {
      const path = await projectPath(session)
      const definition = await definitionIn(definitionFile)
      const config = {
        group,
        config: configFile === undefined ? '' : await readText(configFile),
        inputs: rowsOr(definition.inputs),
        outputs: rowsOr(definition.outputs),
        options: isRow(definition.options) ? definition.options : {},
      }
      // Validates the config as a resource of a template before it is created.
      const properties = { type: 'OS::Heat::SoftwareConfig', properties: config }
      const template = { heat_template_version: '2013-05-23', resources: { [name]: properties } }
      await perform(session, inOrchestration(validateTemplate), { path, body: { template } })
      return { path, body: { name, ...config } }
    },
  }),
  lists({
    words: 'software config list',
    summary: 'List software configs',
    ...{ service, operation: listSoftwareConfigs },
    options: {
      limit: integer('<limit>', 'Limit the number of configs returned'),
      marker: text('<id>', 'Return configs that appear after the given config ID'),
    },
    request: async ({ limit, marker }, session) => ({
      path: await projectPath(session),
      query: given({ limit, marker }),
    }),
    columns: { id: 'id', name: 'name', group: 'group', creation_time: 'creation_time' },
  }),
  command({
    words: 'software config show',
    summary: 'Show software config details',
    calls: [inOrchestration(showSoftwareConfig)],
    output: 'one',
    defaultFormat: 'yaml',
    positionals: { config: one('<config>', 'ID of the config') },
    options: { configOnly: flag('Only display the value of the <config> property') },
    run: async (session, { config: config_id, configOnly }) => {
      const path = { ...(await projectPath(session)), config_id }
      const reply = await perform(session, inOrchestration(showSoftwareConfig), { path })
      const config = rowAt(reply, 'software_config')
      return configOnly ? { kind: 'text', text: `${textAt(config, 'config')}\n` } : everyField(config)
    },
  }),
  command({
    words: 'software config delete',
    summary: 'Delete software configs',
    calls: [inOrchestration(deleteSoftwareConfig)],
    output: 'none',
    positionals: { configs: many('<config>', 'IDs of the software configs to delete') },
    run: async (session, { configs }) => {
      const project = await projectPath(session)
      await forAll(configs, 'software config', 'delete', (config_id) =>
        perform(session, inOrchestration(deleteSoftwareConfig), { path: { ...project, config_id } }),
      )
      return nothing
    },
  }),
]
