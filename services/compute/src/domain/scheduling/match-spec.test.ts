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
  ['many', '!= 8', false],
  [8, '!= many', false],
  [5, '<range-in> [ 5 10 ]', true],
  [5, '<range-in> ( 5 10 ]', false],
  ['10', '<range-in> [5 10]', true],
  [10, '<range-in> [ 5 10 )', false],
  [7.5, '<range-in> ( 5 10 )', true],
  [7, '<range-in> [ 10 5 ]', false],
  [7, '<range-in> 5 10', false],
  ['seven', '<range-in> [ 5 10 ]', false],
]

describe('meetsSpec', () => {
  for (const [have, wanted, met] of cases)
    it(`${JSON.stringify(have)} ${met ? 'meets' : 'does not meet'} ${wanted}`, () => {
      assert.equal(meetsSpec(have, wanted), met)
    })
})
