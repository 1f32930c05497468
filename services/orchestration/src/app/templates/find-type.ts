import type { Blueprint } from './blueprint.ts'
import { typeBehind } from '../../language/registry.ts'
import { invalid } from '../../language/template-problem.ts'
import type { ResourceType } from '../../resource-type/resource-type.ts'
import { templateType } from './template-type.ts'

/** Resource types by name. */
export type Types = ReadonlyMap<string, ResourceType>

const isTemplateName = (name: string): boolean =>
  /\.(ya?ml|template)$/.test(name) || /^(https?|file):/.test(name)

/** Finds the type of a resource: a built-in one, or a template among the files. */
export const findType = (
  types: Types,
  { environment, files }: Blueprint,
  type: string,
  resource: string,
): ResourceType => {
  const name = typeBehind(environment.registry, type, resource)
  const known = types.get(name)
  if (known) return known
  const text = Object.hasOwn(files, name) ? files[name] : undefined
  if (isTemplateName(name) && text !== undefined) return templateType(type, text, name)
  const what = isTemplateName(name)
    ? `Could not fetch remote template "${name}": it is not among the files`
    : `The Resource Type (${type}) could not be found.`
  throw invalid(['resources', resource, 'type'], what)
}
