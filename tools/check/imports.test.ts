import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importsOf } from './imports.ts'

const specifiers = (source: string) => importsOf(source).map(({ specifier }) => specifier)

describe('importsOf', () => {
  it('sees every way to name another module', () => {
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

  it('is not taken in by comments, strings, templates and regular expressions', () => {
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

  it('says on which line the module is named', () => {
    const source = ['/*', '*/', 'import {', '  a,', "} from 'a'", 'const b = `', "`; import 'c'"].join('\n')
    assert.deepEqual(
      importsOf(source).map(({ line }) => line),
      [5, 7],
    )
  })
})
