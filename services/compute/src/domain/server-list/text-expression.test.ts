import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readExpression } from './text-expression.ts'
import { fits } from './text-pattern.ts'

const finds = (expression: string, text: string): boolean => {
  const read = readExpression(expression)
  assert.ok(read, expression)
  return 'like' in read ? fits(read.like, text) : read.matches.foundIn(text)
}

test('regular expressions match anywhere in a text, whatever the case of letters', () => {
  for (const [expression, text] of [
    ['web', 'my-Web-1'],
    ['^web-[0-9]+$', 'web-12'],
    ['web-(1|2)$', 'web-2'],
    ['we?b', 'wb'],
    ['a{2,3}', 'xaay'],
    ['[[:digit:]]$', 'web-1'],
    ['[[:<:]]one[[:>:]]', 'two one'],
    ['a\\.b', 'a.b'],
    ['^(web|db)', 'DB-1'],
  ] as const)
    assert.ok(finds(expression, text), `${expression} in ${text}`)
  for (const [expression, text] of [
    ['^web-[0-9]+$', 'web-'],
    ['we?b$', 'web1'],
    ['a\\.b', 'axb'],
    ['[[:digit:]]', 'web'],
  ] as const)
    assert.ok(!finds(expression, text), `${expression} in ${text}`)
})

test('only plain text with wildcards and anchors is matched in SQL', () => {
  for (const plain of ['web', '^web', 'web$', 'w.b', 'w.*b', 'a\\.b', 'a%b_c'])
    assert.ok('like' in (readExpression(plain) ?? {}), plain)
  for (const other of ['we?b', 'web|db', 'a+', '[ab]', '.*?', '.+', '\\d', 'a^b', '(a)'])
    assert.ok('matches' in (readExpression(other) ?? {}), other)
})

test('an invalid or too large expression is refused, and no expression takes exponential time', () => {
  for (const text of ['(', '[a', 'a(?=b)', '(a)\\1', 'x**', '(a{1000}){1000}', `(${'a'.repeat(300)})`])
    assert.equal(readExpression(text), undefined, text)
  const before = process.cpuUsage()
  assert.ok(!finds('(a+)+(b+)+$', `${'a'.repeat(5_000)}!`))
  // CPU time, as a busy machine makes the elapsed time longer.
  assert.ok(process.cpuUsage(before).user < 1_000_000)
})
