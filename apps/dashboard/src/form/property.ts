import type { Operation } from '@nimbo/operation/operation'
import { isItem, type Item } from '../panel/item.ts'

const branches = ({ anyOf, oneOf, allOf }: Item): readonly Item[] =>
  [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list.filter(isItem) : []))

/** The schema of a property, from the first branch of a union that has it; with several body versions the newest comes first. */
const under = (schema: unknown, name: string): Item | undefined => {
  if (!isItem(schema)) return undefined
  const { properties } = schema
  if (isItem(properties) && isItem(properties[name])) return properties[name]
  for (const branch of branches(schema)) {
    const found = under(branch, name)
    if (found) return found
  }
  return undefined
}

const isRequired = (schema: unknown, name: string): boolean => {
  if (!isItem(schema)) return false
  if (Array.isArray(schema.required) && schema.required.includes(name)) return true
  return branches(schema).some((branch) => isRequired(branch, name))
}

/** Schema of a body property from the contract. */
export interface Property {
  readonly schema: Item
  readonly required: boolean
}

/** The schema of a property in an operation's body, below `key` if there is one. */
export const propertyOf = (operation: Operation, key: string | undefined, name: string): Property => {
  const whole = key === undefined ? operation.body : under(operation.body, key)
  return { schema: under(whole, name) ?? {}, required: isRequired(whole, name) }
}

/** Simplifies a schema: a union of constants becomes an enum, another union its first member that is not null. */
export const plainOf = (schema: Item): Item => {
  if (schema.type !== undefined || schema.enum !== undefined) return schema
  const members = branches(schema).filter(({ type }) => type !== 'null')
  const constants = members.flatMap((member) => (member.const === undefined ? [] : [member.const]))
  if (constants.length > 1 && constants.length === members.length) return { enum: constants }
  const [first] = members
  return first ? plainOf(first) : schema
}
