import type { Operation } from '@nimbo/operation/operation'
import { isItem, type Item } from '../panel/item.ts'

const branches = ({ anyOf, oneOf, allOf }: Item): readonly Item[] =>
  [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list.filter(isItem) : []))

/** The schema under a name, in the first form of the body that has it: of bodies that changed, the newest comes first. */
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

/** What the contract says of a property of a body. */
export interface Property {
  readonly schema: Item
  readonly required: boolean
}

/** The contract of a property of an operation's body, below its key if it has one. */
export const propertyOf = (operation: Operation, key: string | undefined, name: string): Property => {
  const whole = key === undefined ? operation.body : under(operation.body, key)
  return { schema: under(whole, name) ?? {}, required: isRequired(whole, name) }
}

/** The plain form of a schema: of a union the choice that its constants are, or the first member that is no null. */
export const plainOf = (schema: Item): Item => {
  if (schema.type !== undefined || schema.enum !== undefined) return schema
  const members = branches(schema).filter(({ type }) => type !== 'null')
  const constants = members.flatMap((member) => (member.const === undefined ? [] : [member.const]))
  if (constants.length > 1 && constants.length === members.length) return { enum: constants }
  const [first] = members
  return first ? plainOf(first) : schema
}
