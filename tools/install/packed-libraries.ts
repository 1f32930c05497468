/** A library of many small files, with its entry points: the files that are imported from outside. */
export interface PackedLibrary {
  readonly name: string
  readonly entries: readonly string[]
  readonly format: 'esm' | 'cjs'
}

/** The libraries with more than a dozen files that a process loads at its start. */
export const packedLibraries: readonly PackedLibrary[] = [
  {
    name: 'typebox',
    entries: ['build/index.mjs', 'build/value/index.mjs', 'build/compile/index.mjs'],
    format: 'esm',
  },
  { name: 'kysely', entries: ['dist/index.js', 'dist/migration/index.js'], format: 'esm' },
  // The formats of `ajv-formats` are built with `codegen`, of which `ajv` must have the same instance.
  { name: 'ajv', entries: ['dist/ajv.js', 'dist/compile/codegen/index.js'], format: 'cjs' },
  { name: 'yaml', entries: ['dist/index.js'], format: 'cjs' },
  { name: 'prom-client', entries: ['index.js'], format: 'cjs' },
  { name: 'fast-xml-parser', entries: ['src/fxp.js'], format: 'esm' },
  { name: 'find-my-way', entries: ['index.js'], format: 'cjs' },
  { name: '@msgpack/msgpack', entries: ['dist.esm/index.mjs'], format: 'esm' },
]
