import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseFile } from './parsed-file.ts'

const importsOf = (text: string) => parseFile({ path: 'a.ts', text }).imports
const specifiers = (source: string) => importsOf(source).map(({ specifier }) => specifier)

describe('the imports of a file', () => {
  it('include every form of import and re-export, with the imported names', () => {
    const source = `
      import 'effect'
      import whole, { part as mine, type Kind } from "named"
      import * as space from 'space'
      import type { Shape } from 'types'
      export { a } from 'again'
      export * from 'all'
      const late = await import('late')
    `
    assert.deepEqual(
      importsOf(source).map(({ line, ...rest }) => rest),
      [
        { specifier: 'effect', names: [], typeOnly: false },
        { specifier: 'named', names: ['default', 'part', 'Kind'], typeOnly: false },
        { specifier: 'space', names: ['*'], typeOnly: false },
        { specifier: 'types', names: ['Shape'], typeOnly: true },
        { specifier: 'again', names: ['a'], typeOnly: false },
        { specifier: 'all', names: ['*'], typeOnly: false },
        { specifier: 'late', names: ['*'], typeOnly: false },
      ],
    )
  })

  it('do not include those in comments, strings, templates and regular expressions', () => {
    const source = `
      // import 'commented'
      /* import { a } from 'blocked' */
      const text = "import 'quoted'"
      const template = \`import 'templated' \${ inner(\`}\`, '}') } import 'still'\`
      const pattern = /['"\`/]*/.test(text) / 2
      import.meta.url
      export type From = 'from' | { from: 'x' }
      export const from = 'y'
      import { real } from 'real'
    `
    assert.deepEqual(specifiers(source), ['real'])
  })

  it('have the line of the module name', () => {
    const source = ['/*', '*/', 'import {', '  a,', "} from 'a'", 'const b = `', "`; import 'c'"].join('\n')
    assert.deepEqual(
      importsOf(source).map(({ line }) => line),
      [5, 7],
    )
  })
})

describe('the exports of a file', () => {
  it('are its exported names, each with its line', () => {
    const text = [
      'export const one = 1, { two } = it',
      'export interface Shape { readonly three: 3 }',
      'export type Four = 4',
      "export { five as six } from 'five'",
      "export * from 'all'",
      'export { one as default }',
      'const hidden = "export const quoted = 1"',
    ].join('\n')
    assert.deepEqual(
      parseFile({ path: 'a.ts', text }).exports.map(({ name, line }) => `${line} ${name}`),
      ['1 one', '1 two', '2 Shape', '3 Four', '4 six', '6 default'],
    )
  })
})

it('a file with a syntax error is parsed to that error', () => {
  assert.match(parseFile({ path: 'a.ts', text: 'const = 1' }).fault ?? '', /Unexpected token/)
  assert.equal(parseFile({ path: 'a.ts', text: 'const a = 1' }).fault, undefined)
})
