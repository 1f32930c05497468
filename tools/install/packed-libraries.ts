/** A library of many small files, and those of them that are imported from outside it. */
export interface PackedLibrary {
  readonly name: string
  readonly entries: readonly string[]
  readonly format: 'esm' | 'cjs'
}

/** Those that a process loads at its start and that consist of more than a dozen files. */
export const packedLibraries: readonly PackedLibrary[] = [
  {
    name: 'typebox',
    entries: ['build/index.mjs', 'build/value/index.mjs', 'build/compile/index.mjs'],
    format: 'esm',
  },
  { name: 'kysely', entries: ['dist/index.js', 'dist/migration/index.js'], format: 'esm' },
  // The formats of `ajv-formats` are made of the parts of `codegen`, which `ajv` must recognise.
  { name: 'ajv', entries: ['dist/ajv.js', 'dist/compile/codegen/index.js'], format: 'cjs' },
  { name: 'yaml', entries: ['dist/index.js'], format: 'cjs' },
  { name: 'prom-client', entries: ['index.js'], format: 'cjs' },
  { name: 'fast-xml-parser', entries: ['src/fxp.js'], format: 'esm' },
  { name: 'find-my-way', entries: ['index.js'], format: 'cjs' },
  { name: '@msgpack/msgpack', entries: ['dist.esm/index.mjs'], format: 'esm' },
]
