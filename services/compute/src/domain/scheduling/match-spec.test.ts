import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { meetsSpec } from './match-spec.ts'

const cases: readonly (readonly [unknown, string, boolean])[] = [
  ['x86_64', 'x86_64', true],
  ['x86_64', 'aarch64', false],
  [8, '>= 4', true],
  [8, '= 4', true],
  [2, '= 4', false],
  [8, '== 8', true],
  [8, '!= 8', false],
  [8, '<= 4', false],
  ['abc', 's< abd', true],
  ['abc', 's!= abc', false],
  ['b', '<or> a <or> b', true],
  ['c', '<or> a <or> b', false],
  ['haswell-noTSX', '<in> noTSX', true],
  [['aes', 'avx2'], '<all-in> aes avx2', true],
  [['aes'], '<all-in> aes avx2', false],
  [undefined, '!= x', false],
]

describe('meetsSpec', () => {
  for (const [have, wanted, met] of cases)
    it(`${JSON.stringify(have)} ${met ? 'meets' : 'does not meet'} ${wanted}`, () => {
      assert.equal(meetsSpec(have, wanted), met)
    })
})
