import type { FunctionCall, TemplateFunction } from '../function-call.ts'
import { pathText } from '../path.ts'
import { isList } from '../shapes.ts'
import { TemplateProblem } from '../template-problem.ts'
import { unknownYet } from '../../resource-type/read-properties.ts'
import { isPending, stepInto } from '../value.ts'
import { hasForm } from '../versions.ts'
import { listArgument, textArgument } from './arguments.ts'

const unknownReference = (name: string, call: FunctionCall) =>
  new TemplateProblem(
    'InvalidTemplateReference',
    call.path,
    `The specified reference "${name}" (in ${pathText(call.path)}) is incorrect.`,
  )

/** Heat's prefix of errors about a property, which clients recognise. */
const aboutProperty = ({ path }: FunctionCall): string => {
  const [section, , part, property] = path
  return section === 'resources' && part === 'properties' && property !== undefined && path.length > 4
    ? `Property error: : ${pathText(path.slice(0, 4))}: : `
    : ''
}

const parameterOf = (name: string, call: FunctionCall): unknown => {
  const value = call.scope.parameter(name)
  if (value !== undefined) return value
  const problem = `${aboutProperty(call)}The Parameter (${name}) was not provided.`
  throw new TemplateProblem('UserParameterMissing', call.path, problem)
}

export const getParam: TemplateFunction = async (args, call) => {
  const resolved = await call.resolve(args)
  const [name, ...path] = isList(resolved) ? resolved : [resolved]
  if (name === unknownYet) return unknownYet
  return stepInto(parameterOf(textArgument(name, call, 'the name'), call), path)
}

const referenceOf = async (name: string, call: FunctionCall): Promise<unknown> => {
  const reference = await call.scope.reference(name)
  if (reference === undefined) throw unknownReference(name, call)
  return reference
}

export const getResource: TemplateFunction = async (args, call) => {
  const name = await call.resolve(args)
  return name === unknownYet ? unknownYet : referenceOf(textArgument(name, call, 'the name'), call)
}

/** A parameter or a resource; in conditions only a parameter. */
export const ref: TemplateFunction = async (args, call) => {
  const name = textArgument(await call.resolve(args), call, 'the name')
  const value = call.scope.parameter(name)
  if (value !== undefined) return value
  if (call.inCondition) throw unknownReference(name, call)
  return referenceOf(name, call)
}

const attributeOf = async (args: readonly unknown[], call: FunctionCall): Promise<unknown> => {
  const [resource, attribute, ...path] = args
  if (isPending(args)) {
    if (typeof resource === 'string') await call.scope.attribute(resource, undefined, [])
    return unknownYet
  }
  const name = textArgument(resource, call, 'the resource')
  if (attribute === undefined && !hasForm(call.scope.template.dialect, '2015-10-15'))
    throw call.wrong(
      `Arguments to "${call.name}" must be of the form [resource_name, attribute, (path), ...]`,
    )
  if (attribute !== undefined && typeof attribute !== 'string')
    throw call.wrong(`"${call.name}" the attribute must be a string`)
  const passed = hasForm(call.scope.template.dialect, '2014-10-16') ? path : []
  const value = await call.scope.attribute(name, attribute, passed)
  if (value === undefined) throw unknownReference(name, call)
  return passed.length === path.length ? value : stepInto(value, path)
}

export const getAttr: TemplateFunction = async (args, call) => {
  const form = '[resource_name, attribute, (path), ...]'
  const list = listArgument(await call.resolve(args), call, form)
  if (list.length === 0) throw call.wrong(`Arguments to "${call.name}" must be of the form ${form}`)
  return attributeOf(list, call)
}

export const getAtt: TemplateFunction = async (args, call) => {
  const resolved = await call.resolve(args)
  const list =
    typeof resolved === 'string' ? [resolved.split('.')[0], resolved.split('.').slice(1).join('.')] : resolved
  const [resource, attribute] = listArgument(list, call, '[resource_name, attribute]')
  return attributeOf([resource, attribute], call)
}

export const getFile: TemplateFunction = async (args, call) => {
  const key = await call.resolve(args)
  if (key === unknownYet) return unknownYet
  if (typeof key !== 'string') throw call.wrong('Argument to "get_file" must be a string')
  const content = call.scope.file(key)
  if (content === undefined)
    throw call.wrong(`No content found in the "files" section for get_file path: ${key}`)
  return content
}

const sections = {
  metadata: 'metadata',
  deletion_policy: 'deletion_policy',
  update_policy: 'update_policy',
  Metadata: 'metadata',
  DeletionPolicy: 'deletion_policy',
  UpdatePolicy: 'update_policy',
} as const

export const resourceFacade: TemplateFunction = async (args, call) => {
  const said = String(args)
  const key = (Object.keys(sections) as (keyof typeof sections)[]).find((one) => one === said)
  if (key === undefined)
    throw call.wrong(
      `Incorrect arguments to "${call.name}" should be one of: metadata, deletion_policy, update_policy`,
    )
  return call.scope.facade(sections[key])
}

export const getZones: TemplateFunction = (_, call) => call.scope.zones()
