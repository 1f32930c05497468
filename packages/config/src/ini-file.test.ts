import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseIni } from './ini-file.ts'

const pairs = (text: string) =>
  parseIni('f', text).map(({ section, key, text: value }) => [section, key, value])

describe('parseIni', () => {
  it('reads sections, assignments by = and by :, comments and quotes', () => {
    const text = [
      '# a comment',
      '[DEFAULT]',
      'a = 1',
      'b: x = y',
      '; another',
      'c = "  kept  "',
      'd =',
      'url = http://h:5/#part',
      '[ group ]',
      'a=2',
    ]
    assert.deepEqual(pairs(text.join('\n')), [
      ['DEFAULT', 'a', '1'],
      ['DEFAULT', 'b', 'x = y'],
      ['DEFAULT', 'c', '  kept  '],
      ['DEFAULT', 'd', ''],
      ['DEFAULT', 'url', 'http://h:5/#part'],
      ['group', 'a', '2'],
    ])
  })

  it('joins continuation lines until a blank line', () => {
    assert.deepEqual(pairs('[s]\nlist = a,\n  b,\n\tc\n\nnext = d\n'), [
      ['s', 'list', 'a,\nb,\nc'],
      ['s', 'next', 'd'],
    ])
  })

  it('keeps every occurrence of an option, with its file and line', () => {
    assert.deepEqual(
      parseIni('nova.conf', '[s]\r\na = 1\r\na = 2\r\n').map(({ text, origin }) => [text, origin]),
      [
        ['1', 'nova.conf:2'],
        ['2', 'nova.conf:3'],
      ],
    )
  })

  it('reports every invalid line', () => {
    assert.throws(() => parseIni('f', ' lost\na = 1\n[open\n[s]\nword\n= x\n'), {
      problems: [
        'f:1: a line that begins with a blank continues the option above it, and there is none',
        'f:2: option a stands in no section',
        'f:3: "[open" is no section; write [name]',
        'f:5: "word" is no option; write name = value',
        'f:6: "= x" is no option; write name = value',
      ],
    })
  })
})
