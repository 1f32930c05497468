import { type ParseResult, parseSync } from 'oxc-parser'

export interface SourceFile {
  /** Relative to the repository's root, with `/`. */
  readonly path: string
  readonly text: string
}

/** An import of another module: `import`, `export … from`, or `import()`. */
export interface Import {
  readonly specifier: string
  /** The imported names, as exported by the module; `*` is all of them, `default` the default export. */
  readonly names: readonly string[]
  /** A type import: erased at run time, yet still a dependency of the code. */
  readonly typeOnly: boolean
  readonly line: number
}

/** An exported name. */
export interface Export {
  readonly name: string
  /** A type: erased at run time. */
  readonly typeOnly: boolean
  readonly line: number
}

/** A file with what the checks need of it. */
export interface ParsedFile extends SourceFile {
  /** In order of appearance. */
  readonly imports: readonly Import[]
  readonly exports: readonly Export[]
  /** The syntax error, if the file cannot be parsed. */
  readonly fault: string | undefined
}

type ModuleRecord = ParseResult['module']

/** As found by the parser, with an offset instead of a line. */
interface Found<Kind extends { readonly line: number }> {
  readonly at: number
  readonly what: Omit<Kind, 'line'>
}

const nameOfImport = ({ kind, name }: { readonly kind: string; readonly name?: string | null }): string => {
  if (kind === 'Default') return 'default'
  return kind === 'Name' && name != null ? name : '*'
}

/** The text of a string literal in quotes; undefined for other expressions, whose value is known only at run time. */
const quoted = (text: string): string | undefined => /^(['"])(.*)\1$/.exec(text)?.[2]

const importsIn = ({ staticImports, staticExports, dynamicImports }: ModuleRecord, text: string) => [
  ...staticImports.map(
    ({ moduleRequest, entries }): Found<Import> => ({
      at: moduleRequest.start,
      what: {
        specifier: moduleRequest.value,
        names: entries.map(({ importName }) => nameOfImport(importName)),
        typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
      },
    }),
  ),
  ...staticExports.flatMap(({ entries }): readonly Found<Import>[] => {
    const [request] = entries.map(({ moduleRequest }) => moduleRequest)
    if (request == null) return []
    const names = entries.map(({ importName }) => nameOfImport(importName))
    return [
      {
        at: request.start,
        what: { specifier: request.value, names, typeOnly: entries.every(({ isType }) => isType) },
      },
    ]
  }),
  ...dynamicImports.flatMap(({ moduleRequest: { start, end } }): readonly Found<Import>[] => {
    const specifier = quoted(text.slice(start, end))
    return specifier === undefined ? [] : [{ at: start, what: { specifier, names: ['*'], typeOnly: false } }]
  }),
]

const exportsIn = ({ staticExports }: ModuleRecord): readonly Found<Export>[] =>
  staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ start, exportName: { name }, isType }) =>
      name == null ? [] : [{ at: start, what: { name, typeOnly: isType } }],
    )

/** Converts offsets to line numbers, starting at 1; `found` is in order. */
const inLines = <Kind extends { readonly line: number }>(text: string, found: readonly Found<Kind>[]) => {
  let line = 1
  let end = 0
  return found
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, what }) => {
      for (let next = text.indexOf('\n', end); next >= 0 && next < at; next = text.indexOf('\n', end)) {
        line += 1
        end = next + 1
      }
      return { ...what, line }
    })
}

/** Parses a TypeScript file and lists its imports and exports. */
export const parseFile = ({ path, text }: SourceFile): ParsedFile => {
  const { module, errors } = parseSync(path, text)
  return {
    ...{ path, text },
    imports: inLines<Import>(text, importsIn(module, text)),
    exports: inLines<Export>(text, exportsIn(module)),
    fault: errors[0]?.message,
  }
}
