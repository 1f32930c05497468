import { randomText } from './random-text.ts'
import { range } from '../../resource-type/constraint.ts'
import { integer, listOf, mapOf, oneOf, string } from '../../resource-type/property.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

export const randomString = defineResourceType({
  type: 'OS::Heat::RandomString',
  support: { since: '2014.1' },
  properties: {
    length: integer({ default: 32, constraints: [range({ min: 1, max: 512 })] }),
    sequence: oneOf(
      ['lettersdigits', 'letters', 'lowercase', 'uppercase', 'digits', 'hexdigits', 'octdigits'],
      { support: { status: 'HIDDEN', since: '5.0.0' } },
    ),
    character_classes: listOf(
      mapOf({
        class: oneOf(
          ['lettersdigits', 'letters', 'lowercase', 'uppercase', 'digits', 'hexdigits', 'octdigits'],
          { default: 'lettersdigits' },
        ),
        min: integer({ default: 1, constraints: [range({ min: 1, max: 512 })] }),
      }),
      { default: [{ class: 'lettersdigits', min: 1 }] },
    ),
    character_sequences: listOf(
      mapOf({
        sequence: string({ required: true }),
        min: integer({ default: 1, constraints: [range({ min: 1, max: 512 })] }),
      }),
    ),
    salt: string(),
  },
  attributes: {
    value: { type: 'string', of: (_live, { resource }) => resource.data.value },
  },
  validate: ({ length: size, character_classes, character_sequences, sequence }) => {
    const least = [...(character_classes ?? []), ...(character_sequences ?? [])]
    const sum = least.reduce((total, { min }) => total + min, 0)
    return [
      ...(size !== undefined && sequence === undefined && sum > size
        ? [`Length property cannot be smaller than combined character class and character sequence minimums`]
        : []),
    ]
  },
  create: async ({ properties, resource }) => {
    const { length: size, sequence, character_sequences = [] } = properties
    const classes = sequence === undefined ? properties.character_classes : [{ class: sequence, min: 1 }]
    // An earlier run may have stored its text already, and other resources may use it.
    const text = resource.data.value ?? randomText({ size, classes, sequences: character_sequences })
    return { id: resource.physicalName, data: { value: text } }
  },
  delete: async () => {},
  isDeleted: async () => true,
  refId: ({ resource, id }) => resource.data.value ?? id,
})
