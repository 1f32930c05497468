import type { Asking, Choices, Field } from '../panel/form-spec.ts'
import { plainOf, type Property } from './property.ts'

/** The values a contract lets one choose from. */
export const choicesOf = ({ choices }: Field, { schema }: Property): Choices => {
  if (choices) return choices
  const { enum: values } = plainOf(schema)
  return Array.isArray(values) ? values.map(String) : []
}

/** How a value is asked for: as the panel says, else as the contract's type wants it. */
export const askingOf = (field: Field, property: Property): Asking => {
  if (field.as) return field.as
  if (field.to) return 'reference'
  if (choicesOf(field, property).length > 0) return 'choice'
  switch (plainOf(property.schema).type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'switch'
    case 'array':
      return 'list'
    case 'object':
      return 'pairs'
    default:
      return 'text'
  }
}
