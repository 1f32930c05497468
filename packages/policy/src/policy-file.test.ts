import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCheck } from './parse-check.ts'
import { PolicyError } from './policy-error.ts'
import { loadPolicyFile } from './policy-file.ts'

test('reads names and checks, with comments', () => {
  const text = '# Admins only.\n"os_compute_api:servers:create": "role:admin"\nopen: ""\n'
  assert.deepEqual(loadPolicyFile(text), { 'os_compute_api:servers:create': 'role:admin', open: '' })
})

test('a file of comments overrides nothing', () => {
  assert.deepEqual(loadPolicyFile('# nothing yet\n'), {})
})

test('lists of lists become an "or" of "and"s', () => {
  const { rule = '' } = loadPolicyFile('{"rule": [["role:a", "role:b"], "role:c", []], "free": []}')
  assert.deepEqual(parseCheck(rule), parseCheck('(role:a and role:b) or role:c'))
  assert.equal(loadPolicyFile('{"free": []}').free, '')
  assert.deepEqual(parseCheck(loadPolicyFile('{"shut": [[], []]}').shut ?? ''), parseCheck('!'))
})

for (const text of ['- a', 'rule: 3', 'rule: [[1]]', 'rule: {a: b}', 'rule: [', 'just text']) {
  test(`refuses ${text}`, () => {
    assert.throws(() => loadPolicyFile(text), PolicyError)
  })
}
