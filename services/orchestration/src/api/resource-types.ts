import * as operations from '@nimbo/contracts/orchestration/templates'
import { describeType, needType, templateOfType, typesFor } from '../app/templates/describe-type.ts'
import { linearPattern } from '../resource-type/linear-pattern.ts'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'
import { projectOf } from './project.ts'
import { readFlag } from './read-flag.ts'

const list = handle(operations.listResourceTypes, async (call) => {
  projectOf(call)
  const { query, app, ctx } = call
  const statuses = query.support_status?.split(',')
  const pattern = query.name === undefined ? undefined : readPattern(query.name)
  const found = typesFor(app, ctx).filter(
    ({ type, support }) =>
      (statuses?.includes(support?.status ?? 'SUPPORTED') ?? true) &&
      (pattern?.foundIn(type) ?? true) &&
      (query.version === undefined || support?.since === query.version),
  )
  const isDescribed = readFlag('with_description', query.with_description) ?? false
  return {
    resource_types: found.map(({ type, description }) =>
      isDescribed ? { resource_type: type, description: description ?? '' } : type,
    ),
  }
})

/** As in Heat, the pattern must match from the beginning of the name. */
const readPattern = (text: string) => {
  try {
    return linearPattern(`^(?:${text})`)
  } catch {
    throw errors.BadRequest({ message: `Invalid pattern for the name: ${text}` })
  }
}

const show = handle(operations.showResourceType, async (call) => {
  projectOf(call)
  return describeType(needType(call.app, call.ctx, decodeURIComponent(call.params.type_name)))
})

const template = handle(operations.showResourceTypeTemplate, async (call) => {
  projectOf(call)
  const kind = call.query.template_type ?? 'cfn'
  if (kind !== 'cfn' && kind !== 'hot')
    throw errors.BadRequest({ message: `Template type is not supported: ${kind}` })
  return templateOfType(needType(call.app, call.ctx, decodeURIComponent(call.params.type_name)), kind)
})

export const resourceTypes = [list, show, template]
