import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  charArray,
  decode,
  encode,
  hyper,
  int,
  list,
  nothing,
  optional,
  string,
  struct,
  uhyper,
  uint,
  uuid,
} from './xdr.ts'
import { XdrError } from './xdr-reader.ts'

test('numbers are big-endian words', () => {
  assert.equal(encode(int, -2).toString('hex'), 'fffffffe')
  assert.equal(encode(uint, 4_294_967_295).toString('hex'), 'ffffffff')
  assert.equal(encode(hyper, -1n).toString('hex'), 'ffffffffffffffff')
  assert.equal(encode(uhyper, 2n ** 33n).toString('hex'), '0000000200000000')
  assert.equal(decode(int, Buffer.from('fffffffe', 'hex')), -2)
  assert.equal(decode(uhyper, Buffer.from('ffffffffffffffff', 'hex')), 2n ** 64n - 1n)
})

test('strings carry their length in bytes and are padded with zeros', () => {
  assert.equal(encode(string, 'añb').toString('hex'), '0000000461c3b162')
  assert.equal(encode(string, 'abcde').toString('hex'), '000000056162636465000000')
  assert.equal(encode(string, '').toString('hex'), '00000000')
})

test('a structure with every type is decoded as it was encoded', () => {
  const everything = struct({
    flags: uint,
    name: string,
    id: uuid,
    note: optional(string),
    absent: optional(string),
    sizes: list(uhyper),
    model: charArray(8),
    nested: struct({ delta: hyper, sign: int }),
  })
  const value = {
    flags: 7,
    name: 'guest',
    id: '6695eb01-f6a4-8304-79aa-97f2502e193f',
    note: 'ünïcode',
    absent: null,
    sizes: [0n, 1n, 2n ** 63n],
    model: 'x86_64',
    nested: { delta: -5n, sign: -1 },
  }
  assert.deepEqual(decode(everything, encode(everything, value)), value)
})

test('a body larger than the first buffer is kept whole', () => {
  const text = 'x'.repeat(100_003)
  assert.equal(decode(string, encode(string, text)), text)
})

test('the buffer may grow at any element', () => {
  const numbers = Array.from({ length: 5_000 }, (_, index) => index)
  assert.deepEqual(decode(list(uint), encode(list(uint), numbers)), numbers)
  const sizes = numbers.map(BigInt)
  assert.deepEqual(decode(list(hyper), encode(list(hyper), sizes)), sizes)
  const text = 'x'.repeat(2_900)
  const pair = struct({ text: string, flags: uint })
  assert.deepEqual(decode(pair, encode(pair, { text, flags: 7 })), { text, flags: 7 })
})

test('a char array spends a word on each character and ends at the first zero', () => {
  assert.equal(encode(charArray(3), 'a').toString('hex'), '000000610000000000000000')
  assert.equal(decode(charArray(2), Buffer.from('0000006100000062', 'hex')), 'ab')
})

test('bodies that are cut short, too long or absurd are refused', () => {
  assert.throws(() => decode(string, Buffer.from('0000000961626364', 'hex')), XdrError)
  assert.throws(() => decode(nothing, Buffer.alloc(4)), XdrError)
  assert.throws(() => decode(list(int), Buffer.from('ffffffff', 'hex')), XdrError)
  assert.throws(() => encode(uuid, 'not-a-uuid'), XdrError)
})
