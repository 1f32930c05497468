import { anyMap, anything, boolean, listOf, mapOf, oneOf, string } from '../../resource-type/property.ts'

const kind = oneOf(['String', 'Number', 'CommaDelimitedList', 'Json', 'Boolean'], { default: 'String' })

/** The properties of every config besides its content. */
export const configProperties = {
  options: anyMap(),
  inputs: listOf(
    mapOf({
      name: string({ required: true }),
      description: string(),
      type: kind,
      default: anything(),
      replace_on_change: boolean({ default: false }),
    }),
  ),
  outputs: listOf(
    mapOf({
      name: string({ required: true }),
      description: string(),
      type: kind,
      error_output: boolean({ default: false }),
    }),
  ),
} as const
