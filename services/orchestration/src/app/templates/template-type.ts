import { messageOf } from '@nimbo/kernel/errors'
import type { JsonObject } from '@nimbo/kernel/json'
import type { ParameterSchema, ParameterType } from '../../language/parameter-schema.ts'
import { parseTemplate } from '../../language/parse-template.ts'
import { located, readSource } from '../../language/source.ts'
import { TemplateProblem, invalid } from '../../language/template-problem.ts'
import { resourceErrors } from '../../resource-type/errors.ts'
import type { ChildStack } from '../../resource-type/child-stack.ts'
import type { Properties, Property, PropertyKind, ValuesOf } from '../../resource-type/property.ts'
import { type Attribute, defineResourceType, type ResourceType } from '../../resource-type/resource-type.ts'

const kinds: Readonly<Record<ParameterType, PropertyKind>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  comma_delimited_list: 'list',
  json: 'any',
}

/** A template's parameter as a property schema; its constraints are checked in the nested stack. */
const propertyOf = ({ type, default: fallback, description, constraints }: ParameterSchema): Property => ({
  kind: kinds[type],
  description,
  update: 'in-place',
  converts: true,
  required: fallback === undefined,
  constraints: constraints.map(({ constraint }) => constraint),
})

const notMadeHere = async (): Promise<never> => {
  throw new Error('a resource that is a stack of its own is made by the engine')
}

/** Makes a resource type of a template: parameters are properties, outputs attributes. */
export const templateType = (name: string, text: string, file: string): ResourceType => {
  const source = readSource(text)
  const parsed = () => {
    try {
      return parseTemplate(source.value)
    } catch (error) {
      if (error instanceof TemplateProblem) throw invalid(error.path, located(error, source, file))
      throw error
    }
  }
  const template = parsed()
  return defineResourceType<Properties, ChildStack | undefined>({
    type: name,
    create: notMadeHere,
    delete: notMadeHere,
    show: async ({ child }) => child,
    properties: Object.fromEntries(
      [...template.parameters].map(([key, schema]) => [key, propertyOf(schema)]),
    ),
    attributes: Object.fromEntries(
      [...template.outputs.keys()].map(
        (key): [string, Attribute<ValuesOf<Properties>, ChildStack | undefined>] => [
          key,
          {
            of: async (child, { resource }) => {
              try {
                return await child?.output(key)
              } catch (error) {
                const problem = `Error in ${resource.name} output ${key}: ${messageOf(error)}`
                throw resourceErrors.ResourceFailure({ problem })
              }
            },
          },
        ],
      ),
    ),
    otherAttribute: async ({ child }, attribute, path) => {
      // `resource.NAME.ATTRIBUTE` reads from a resource of the nested stack.
      const [, member, inner] = /^resource\.([^.]+)(?:\.(.+))?$/.exec(attribute) ?? []
      if (child === undefined || member === undefined) return undefined
      return inner === undefined ? child.refId(member) : child.attribute(member, inner, path)
    },
    childStack: async ({ properties }) => ({
      template: source.value as JsonObject,
      parameters: properties as JsonObject,
    }),
  })
}
