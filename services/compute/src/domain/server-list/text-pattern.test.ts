import assert from 'node:assert/strict'
import { test } from 'node:test'
import { containing, fits, likeText, readPattern } from './text-pattern.ts'

const matches = (expression: string, text: string): boolean => fits(readPattern(expression), text)

test('an expression matches a part of a text, and anchors tie it to the ends', () => {
  assert.ok(matches('eb', 'web-1'))
  assert.ok(!matches('^eb', 'web-1'))
  assert.ok(matches('^web-.$', 'Web-1'))
  assert.ok(!matches('^web-.$', 'web-12'))
  assert.ok(matches('^w.*1$', 'web-1-1'))
  assert.ok(matches('a\\.b', 'xa.bx'))
  assert.ok(!matches('a\\.b', 'xaxbx'))
})

test('an expression that would be expensive to match is taken as plain text', () => {
  assert.ok(!matches('(a+)+$', 'a'.repeat(40)))
  assert.ok(matches('(a+)+', 'x(a+)+x'))
})

test('SQL wildcards in the user’s text are escaped', () => {
  assert.equal(likeText(readPattern('^5%_$')), '5\\%\\_')
  assert.equal(likeText(containing('"a":"b"')), '%"a":"b"%')
})
