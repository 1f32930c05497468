import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from './csv.ts'

test('cells with commas or quotes are quoted, and formulas are escaped', () => {
  assert.equal(
    csvOf([
      ['a,b', 'say "hi"'],
      ['=1+1', 'plain'],
    ]),
    '"a,b","say ""hi"""\r\n\'=1+1,plain\r\n',
  )
})
