import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseIni } from './ini-file.ts'
import { defineOptions } from './option-group.ts'
import { integer, list, string } from './option-types.ts'
import { referencePage } from './reference-page.ts'
import { sampleFile } from './sample-file.ts'

const long =
  'How many hosts to try before a server that cannot be built goes to ERROR. Each has its own reasons, kept.'
const groups = [
  defineOptions('scheduler', {
    max_attempts: integer({ default: 3, min: 1, help: long }),
    filters: list({ default: ['A', 'B'], help: 'Filters | in order.' }),
  }),
  defineOptions('DEFAULT', { host: string({ required: true, help: 'Name of this host.' }) }),
  defineOptions('scheduler', { driver: string({ help: 'Unused.' }) }),
]

describe('sampleFile', () => {
  it('explains every option, commented out at its default', () => {
    assert.equal(
      sampleFile(groups),
      `[DEFAULT]

# Name of this host.
# (string; required)
#host =

[scheduler]

# Unused.
# (string)
#driver =

# Filters | in order.
# (list, separated by commas)
#filters = A,B

# How many hosts to try before a server that cannot be built goes to ERROR. Each has its own
# reasons, kept.
# (integer, at least 1)
#max_attempts = 3
`,
    )
  })

  it('can be parsed once its options are uncommented', () => {
    const active = sampleFile(groups).replace(/^#(?=\w)/gm, '')
    assert.deepEqual(
      parseIni('sample', active).map(({ key, text }) => `${key}=${text}`),
      ['host=', 'driver=', 'filters=A,B', 'max_attempts=3'],
    )
  })
})

describe('referencePage', () => {
  it('has a table for each section', () => {
    assert.equal(
      referencePage('Compute options', groups),
      `# Compute options

## [DEFAULT]

| Option | Type | Default | Meaning |
| --- | --- | --- | --- |
| \`host\` | string | (required) | Name of this host. |

## [scheduler]

| Option | Type | Default | Meaning |
| --- | --- | --- | --- |
| \`driver\` | string | (unset) | Unused. |
| \`filters\` | list, separated by commas | \`A,B\` | Filters \\| in order. |
| \`max_attempts\` | integer, at least 1 | \`3\` | ${long} |
`,
    )
  })
})
