import type { Asking, Choices, Field } from '../panel/form-spec.ts'
import { plainOf, type Property } from './property.ts'

/** The allowed values of a field: those of the panel, otherwise the enum of the contract's schema. */
export const choicesOf = ({ choices }: Field, { schema }: Property): Choices => {
  if (choices) return choices
  const { enum: values } = plainOf(schema)
  return Array.isArray(values) ? values.map(String) : []
}

/** The kind of input for a field: as declared by the panel, otherwise derived from the type in the contract's schema. */
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
