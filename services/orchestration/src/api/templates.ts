import * as operations from '@nimbo/contracts/orchestration/templates'
import { readStackRequest } from '../app/stacks/stack-request.ts'
import { describeTemplate } from '../app/templates/describe-template.ts'
import { withFaults } from '../app/problem-fault.ts'
import { errors } from '../errors.ts'
import { descriptionOf } from '../language/functions/descriptions.ts'
import {
  aliases,
  cfnVersions,
  conditionFunctionsOf,
  type Dialect,
  functionsOf,
  hotVersions,
} from '../language/versions.ts'
import { handle } from './handle.ts'
import { projectOf } from './project.ts'
import { readFlag } from './read-flag.ts'

const validate = handle(operations.validateTemplate, async (call) => {
  projectOf(call)
  const request = await withFaults(undefined, async () => readStackRequest(call.body, call.app.config))
  return describeTemplate(call.app)(
    call.ctx,
    request,
    readFlag('show_nested', call.query.show_nested) ?? false,
  )
})

const dialects: readonly {
  readonly name: string
  readonly dialect: Dialect
  readonly aliases: readonly string[]
}[] = [
  ...hotVersions.map((version) => ({
    name: `heat_template_version.${version}`,
    dialect: { kind: 'hot', version } as const,
    aliases: Object.keys(aliases).filter((alias) => aliases[alias] === version),
  })),
  ...cfnVersions.map((version) => ({
    name: `${version === '2010-09-09' ? 'AWSTemplateFormatVersion' : 'HeatTemplateFormatVersion'}.${version}`,
    dialect: { kind: 'cfn', version } as const,
    aliases: [],
  })),
]

const versions = handle(operations.listTemplateVersions, async (call) => {
  projectOf(call)
  return {
    template_versions: dialects.map(({ name, dialect, aliases: others }) => ({
      version: name,
      type: dialect.kind,
      aliases: others.map((alias) => `heat_template_version.${alias}`),
    })),
  }
})

const functions = handle(operations.listTemplateFunctions, async (call) => {
  projectOf(call)
  const given = decodeURIComponent(call.params.template_version)
  const found = dialects.find(
    ({ name, aliases: others }) =>
      name === given || others.some((alias) => `heat_template_version.${alias}` === given),
  )
  if (!found) throw errors.NotFound({ message: `Template with version ${given} not found` })
  const isWith = readFlag('with_condition_func', call.query.with_condition_func) ?? false
  const names = [...functionsOf(found.dialect), ...(isWith ? conditionFunctionsOf(found.dialect) : [])]
  return {
    template_functions: [...new Set(names)]
      .sort()
      .map((name) => ({ functions: name, description: descriptionOf(name) })),
  }
})

export const templates = [validate, versions, functions]
