import type { StoredTemplate } from '../../db/templates.ts'
import { arnOf } from '../../domain/stack-identity.ts'
import { type Environment, readEnvironment } from '../../language/environment.ts'
import { type AskConstraint, checkParameters } from '../../language/parameter-value.ts'
import { parseTemplate } from '../../language/parse-template.ts'
import type { Template } from '../../language/template.ts'

type Values = Readonly<Record<string, unknown>>

/** A parsed template with its environment, files and parameter values. */
export interface Blueprint {
  readonly template: Template
  readonly environment: Environment
  readonly files: Readonly<Record<string, string>>
  /** By name, including pseudo parameters. */
  readonly parameters: Values
}

interface Named {
  readonly id: string
  readonly name: string
  readonly project_id: string
}

/** The pseudo parameters, which every template has. */
const pseudoParameters = (stack: Named, { dialect }: Template): Values =>
  dialect.kind === 'hot'
    ? { 'OS::stack_id': stack.id, 'OS::stack_name': stack.name, 'OS::project_id': stack.project_id }
    : {
        'AWS::StackId': stack.id === '' ? '' : arnOf(stack),
        'AWS::StackName': stack.name,
        'AWS::Region': 'ap-southeast-1',
      }

/** The `parameter_defaults` without those for undeclared parameters: a nested template gets all defaults of its parent. */
const known = (values: Values, template: Template): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => template.parameters.has(name)))

/** Parses a stored template of a stack; `ask` checks parameters against services and is omitted where they must not be called. */
export const blueprintOf = async (
  { template: raw, environment: given, files }: StoredTemplate,
  stack: Named,
  options: { readonly ask?: AskConstraint; readonly strict?: boolean } = {},
): Promise<Blueprint> => {
  const template = parseTemplate(raw)
  const environment = readEnvironment(given)
  const parameters = await checkParameters(template.parameters, environment.parameters, {
    ...options,
    defaults: known(environment.parameterDefaults, template),
  })
  return { template, environment, files, parameters: { ...parameters, ...pseudoParameters(stack, template) } }
}
