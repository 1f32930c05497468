import {
  createSoftwareConfig,
  createSoftwareDeployment,
  deleteSoftwareConfig,
  deleteSoftwareDeployment,
  listSoftwareDeployments,
  showDeploymentMetadata,
  showSoftwareConfig,
  showSoftwareDeployment,
} from '@nimbo/contracts/orchestration/software'
import { CliError } from '../../cloud/cli-error.ts'
import { forAll } from '../../cloud/delete-each.ts'
import { given, isRow, rowAt, rowsAt, textAt } from '../../cloud/json-values.ts'
import { inOrchestration, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one, optional } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { flag, list, oneOf, requiredText, text } from '../../grammar/option.ts'
import { nothing, type Row } from '../../output/result.ts'
import { block } from './stack-failures.ts'
import { projectPath } from './stack-path.ts'
import { pairsIn } from './stack-request.ts'
import { jsonCell } from './stack-view.ts'

const service = 'orchestration'
const deployment = one('<deployment>', 'ID of the deployment')

const told = (name: string, value: string) => ({ name, type: 'String', value })

/** The inputs of a config with the given values; values without a declared input are added. */
const inputsOf = (source: Row, values: Readonly<Record<string, string>>): Row[] => {
  const declared = rowsAt(source, 'inputs')
  const names = declared.map((input) => textAt(input, 'name'))
  return [
    ...declared.map((input) => ({
      ...input,
      value: values[textAt(input, 'name')] ?? input.default ?? null,
    })),
    ...Object.entries(values)
      .filter(([name]) => !names.includes(name))
      .map(([name, value]) => told(name, value)),
  ]
}

interface Wanted {
  readonly name: string
  readonly config: string | undefined
  readonly inputValue: readonly string[]
  readonly action: string
  readonly server: string
}

/** Creates the config of a deployment: a copy of the given one with the server's input values. */
const derived = async (session: Session, wanted: Wanted): Promise<string> => {
  const path = await projectPath(session)
  const source = await sourceOf(session, path, wanted.config)
  const body = {
    name: wanted.name,
    group: textAt(source, 'group') || 'Heat::Ungrouped',
    config: source.config ?? '',
    options: source.options ?? {},
    inputs: [
      ...inputsOf(source, pairsIn(wanted.inputValue)),
      told('deploy_server_id', wanted.server),
      told('deploy_action', wanted.action),
      told('deploy_signal_transport', 'NO_SIGNAL'),
    ],
    outputs: rowsAt(source, 'outputs'),
  }
  const reply = await perform(session, { service, operation: createSoftwareConfig }, { path, body })
  return textAt(rowAt(reply, 'software_config'), 'id')
}

const sourceOf = async (
  session: Session,
  path: { readonly tenant_id: string },
  config_id: string | undefined,
): Promise<Row> => {
  if (config_id === undefined) return {}
  const request = { path: { ...path, config_id } }
  return rowAt(await perform(session, inOrchestration(showSoftwareConfig), request), 'software_config')
}

/** Deletes a deployment, and the config that was created for it. */
const remove = async (session: Session, deployment_id: string): Promise<void> => {
  const project = await projectPath(session)
  const path = { ...project, deployment_id }
  const reply = await perform(session, inOrchestration(showSoftwareDeployment), { path })
  await perform(session, inOrchestration(deleteSoftwareDeployment), { path })
  const config_id = textAt(rowAt(reply, 'software_deployment'), 'config_id')
  if (config_id === '') return
  await perform(session, inOrchestration(deleteSoftwareConfig), { path: { ...project, config_id } })
}

const outputText = (name: string, value: unknown, isWhole: boolean): string =>
  name === 'deploy_stdout' || name === 'deploy_stderr'
    ? `  ${name}: |\n${block(String(value), isWhole)}`
    : `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}\n`

const outputShow = command({
  words: 'software deployment output show',
  summary: 'Show a specific deployment output',
  calls: [inOrchestration(showSoftwareDeployment)],
  output: 'none',
  positionals: { deployment, output: optional('<output-name>', 'Name of an output to display') },
  options: {
    all: flag('Display all deployment outputs'),
    long: flag('Show full deployment logs in output'),
  },
  run: async (session, { deployment: deployment_id, output, all, long }) => {
    if (all === (output !== undefined))
      throw new CliError('Error: either <output-name> or --all argument is needed.')
    const path = { ...(await projectPath(session)), deployment_id }
    const reply = await perform(session, inOrchestration(showSoftwareDeployment), { path })
    const { output_values } = rowAt(reply, 'software_deployment')
    const values = isRow(output_values) ? output_values : {}
    if (output !== undefined && !(output in values))
      throw new CliError(`Output ${output} does not exist in deployment ${deployment_id}`)
    const shown = output === undefined ? Object.entries(values) : [[output, values[output]] as const]
    const head = output === undefined ? 'output_values:\n\n' : 'output_value:\n\n'
    return { kind: 'text', text: head + shown.map(([name, value]) => outputText(name, value, long)).join('') }
  },
})

const metadataShow = command({
  words: 'software deployment metadata show',
  summary: 'Get deployment configuration metadata for the specified server',
  calls: [inOrchestration(showDeploymentMetadata)],
  output: 'none',
  positionals: { server: one('<server>', 'ID of the server to fetch deployments for') },
  run: async (session, { server: server_id }) => {
    const path = { ...(await projectPath(session)), server_id }
    const { metadata } = await perform(session, inOrchestration(showDeploymentMetadata), { path })
    return { kind: 'text', text: `${JSON.stringify(metadata, undefined, 2)}\n` }
  },
})

export const softwareDeploymentCommands = [
  shows({
    words: 'software deployment create',
    summary: 'Create a software deployment',
    defaultFormat: 'yaml',
    ...{ service, operation: createSoftwareDeployment },
    positionals: {
      name: one('<deployment-name>', 'Name of the derived config that is stored for this deployment'),
    },
    options: {
      inputValue: list('<key=value>', 'Input value to set on the deployment (repeatable)'),
      action: text('<action>', 'Name of an action for this deployment. Default is UPDATE'),
      config: text('<config>', 'ID of the configuration to deploy'),
      server: requiredText('<server>', 'ID of the server being deployed to'),
      signalTransport: oneOf(['NO_SIGNAL'], 'How the server signals the result; NO_SIGNAL: not at all'),
    },
    request: async ({ action = 'UPDATE', server: server_id, ...asked }, session) => ({
      path: await projectPath(session),
      body: {
        config_id: await derived(session, { ...asked, action, server: server_id }),
        ...{ server_id, action, status: 'IN_PROGRESS' },
      },
    }),
  }),
  lists({
    words: 'software deployment list',
    summary: 'List software deployments',
    ...{ service, operation: listSoftwareDeployments },
    options: {
      server: text('<server>', 'ID of the server to fetch deployments for'),
      long: flag('List more fields in output'),
    },
    request: async ({ server: server_id }, session) => ({
      path: await projectPath(session),
      query: given({ server_id }),
    }),
    columns: ({ long }) => ({
      ...{ id: 'id', config_id: 'config_id', server_id: 'server_id', action: 'action', status: 'status' },
      ...(long && { creation_time: 'creation_time', status_reason: 'status_reason' }),
    }),
  }),
  shows({
    words: 'software deployment show',
    summary: 'Show SoftwareDeployment Details',
    ...{ service, operation: showSoftwareDeployment },
    positionals: { deployment },
    options: { long: flag('Show more fields in output') },
    request: async ({ deployment: deployment_id }, session) => ({
      path: { ...(await projectPath(session)), deployment_id },
    }),
    thing: (reply, { long }) => {
      const { output_values, input_values, ...plain } = rowAt(reply, 'software_deployment')
      const outputs = long ? { output_values: jsonCell(output_values) } : {}
      return { ...plain, input_values: jsonCell(input_values), ...outputs }
    },
  }),
  command({
    words: 'software deployment delete',
    summary: 'Delete software deployment(s) and correlative config(s)',
    calls: [inOrchestration(deleteSoftwareDeployment)],
    output: 'none',
    positionals: { deployments: many('<deployment>', 'ID of the deployment(s) to delete') },
    run: async (session, { deployments }) => {
      await forAll(deployments, 'deployment', 'delete', (each) => remove(session, each))
      return nothing
    },
  }),
  metadataShow,
  outputShow,
]
