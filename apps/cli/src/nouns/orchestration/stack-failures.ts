import { listResources } from '@nimbo/contracts/orchestration/resources'
import { showSoftwareDeployment } from '@nimbo/contracts/orchestration/software'
import { rowAt, textAt } from '../../cloud/json-values.ts'
import { inOrchestration, perform, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command } from '../../grammar/command.ts'
import { flag } from '../../grammar/option.ts'
import type { Row } from '../../output/result.ts'
import { stackName, stackPath } from './stack-path.ts'
import { showStackAt, type StackPath } from './stack-wait.ts'
import { isOwn, stackWithin } from './stack-within.ts'

interface Failure {
  readonly path: string
  readonly resource: Row
}

const isFailed = (resource: Row): boolean => textAt(resource, 'resource_status').endsWith('_FAILED')

/** The failed resources; for a nested stack its failed resources, or the nested stack itself when it has none. */
const failuresOf = async (session: Session, path: StackPath, above: string): Promise<readonly Failure[]> => {
  const query = { nested_depth: '1' }
  const all = await performAll(session, inOrchestration(listResources), { path, query })
  const own = all.filter((each) => isOwn(each, path) && isFailed(each))
  const found = own.map(async (resource): Promise<readonly Failure[]> => {
    const called = `${above}.${textAt(resource, 'resource_name')}`
    const within = stackWithin(path, resource)
    const inner = within === undefined ? [] : await failuresOf(session, within, called)
    return inner.length > 0 ? inner : [{ path: called, resource }]
  })
  return (await Promise.all(found)).flat()
}

const deploymentTypes = ['OS::Heat::StructuredDeployment', 'OS::Heat::SoftwareDeployment']

const outputsOf = async (session: Session, path: StackPath, resource: Row): Promise<Row> => {
  if (!deploymentTypes.includes(textAt(resource, 'resource_type'))) return {}
  const deployment_id = textAt(resource, 'physical_resource_id')
  if (deployment_id === '') return {}
  const request = { path: { tenant_id: path.tenant_id, deployment_id } }
  const reply = await perform(session, inOrchestration(showSoftwareDeployment), request)
  return rowAt(rowAt(reply, 'software_deployment'), 'output_values')
}

const lastLines = 10

/** Indents a text for YAML; only its last 10 lines unless `isWhole`. */
export const block = (text: string, isWhole: boolean): string => {
  const lines = text.split('\n')
  const kept = isWhole || lines.length <= lastLines ? lines : ['...', ...lines.slice(-lastLines)]
  return kept.map((line) => `    ${line}\n`).join('')
}

const told = ({ path, resource }: Failure, outputs: Row, isWhole: boolean): string => {
  const said = ['deploy_stdout', 'deploy_stderr'].flatMap((name) =>
    outputs[name] === undefined ? [] : [`  ${name}: |\n${block(textAt(outputs, name), isWhole)}`],
  )
  return [
    `${path}:\n`,
    `  resource_type: ${textAt(resource, 'resource_type')}\n`,
    `  physical_resource_id: ${textAt(resource, 'physical_resource_id')}\n`,
    `  status: ${textAt(resource, 'resource_status')}\n`,
    `  status_reason: |\n${block(textAt(resource, 'resource_status_reason'), isWhole)}`,
    ...said,
  ].join('')
}

export const stackFailuresCommands = [
  command({
    words: 'stack failures list',
    summary: 'Show information about failed stack resources',
    calls: [inOrchestration(listResources)],
    output: 'none',
    positionals: { stack: stackName },
    options: { long: flag('Show full deployment logs in output') },
    run: async (session, { stack, long }) => {
      const path = await stackPath(session, stack)
      const shown = await showStackAt(session, path)
      if (!isFailedStack(shown)) return { kind: 'text', text: '' }
      const failures = await failuresOf(session, path, path.stack_name)
      const parts = failures.map(async (failure) =>
        told(failure, await outputsOf(session, path, failure.resource), long),
      )
      return { kind: 'text', text: (await Promise.all(parts)).join('') }
    },
  }),
]

const isFailedStack = (stack: Row): boolean => textAt(stack, 'stack_status').endsWith('_FAILED')
