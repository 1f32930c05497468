import type { StoredTemplate } from '../../db/templates.ts'
import { arnOf } from '../../domain/stack-identity.ts'
import { type Environment, readEnvironment } from '../../language/environment.ts'
import { type AskConstraint, checkParameters } from '../../language/parameter-value.ts'
import { parseTemplate } from '../../language/parse-template.ts'
import type { Template } from '../../language/template.ts'

type Values = Readonly<Record<string, unknown>>

/** A template with all that was given for it: what a stack is to be. */
export interface Blueprint {
  readonly template: Template
  readonly environment: Environment
  readonly files: Readonly<Record<string, string>>
  /** By names, those of the engine's own among them. */
  readonly parameters: Values
}

interface Named {
  readonly id: string
  readonly name: string
  readonly project_id: string
}

/** Parameters that every template has. */
const pseudoParameters = (stack: Named, { dialect }: Template): Values =>
  dialect.kind === 'hot'
    ? { 'OS::stack_id': stack.id, 'OS::stack_name': stack.name, 'OS::project_id': stack.project_id }
    : {
        'AWS::StackId': stack.id === '' ? '' : arnOf(stack),
        'AWS::StackName': stack.name,
        'AWS::Region': 'ap-southeast-1',
      }

/** Values beside the template that it may lack: a child is given what its parent's defaults name. */
const known = (values: Values, template: Template): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => template.parameters.has(name)))

/** Reads a stored template for a stack; `ask` holds parameters to what services know, where they may be asked. */
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
