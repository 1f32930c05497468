import { isMap, isScalar, parseDocument, type Scalar, visit } from 'yaml'
import { CliError } from '../../cloud/cli-error.ts'
import { addressOf, readText } from '../../cloud/read-text.ts'

/** A template, and the contents of the files it refers to, by URL. */
export interface TemplateFiles {
  readonly template: string
  readonly files: Readonly<Record<string, string>>
}

/** Files by URL; each is read once. */
export type Files = Map<string, string>

const versions = ['heat_template_version', 'HeatTemplateFormatVersion', 'AWSTemplateFormatVersion']

const yaml = (text: string) => parseDocument(text, { version: '1.1', uniqueKeys: false, logLevel: 'silent' })
type Document = ReturnType<typeof yaml>

const isTemplate = ({ errors, contents }: Document): boolean =>
  errors.length === 0 && isMap(contents) && versions.some((version) => contents.has(version))

const namesFile = (key: unknown, value: string): boolean =>
  key === 'get_file' || (key === 'type' && /\.(yaml|template)$/.test(value))

interface Named {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** The positions of file names in a template. */
const namedIn = (document: Document): readonly Named[] => {
  const found: Named[] = []
  const note = ({ value, range }: Scalar): void => {
    if (typeof value === 'string' && range) found.push({ name: value, start: range[0], end: range[1] })
  }
  visit(document, {
    Pair: (_, { key, value }) => {
      if (
        isScalar(key) &&
        isScalar(value) &&
        typeof value.value === 'string' &&
        namesFile(key.value, value.value)
      )
        note(value)
    },
  })
  return found.toSorted((one, other) => other.start - one.start)
}

/** Reads the file `name` relative to `base`, and recursively the files it refers to; returns its URL. */
export const readNamed = async (name: string, base: string, files: Files): Promise<string> => {
  const address = new URL(name, base).href
  if (files.has(address)) return address
  files.set(address, '')
  const text = await readText(address)
  const document = yaml(text)
  files.set(address, isTemplate(document) ? await withAddresses(text, document, address, files) : text)
  return address
}

/**
 * The same text with URLs instead of file names. The line numbers do not change, so error messages refer to the author's lines.
 */
const withAddresses = async (
  text: string,
  document: Document,
  base: string,
  files: Files,
): Promise<string> => {
  let result = text
  for (const { name, start, end } of namedIn(document)) {
    const address = await readNamed(name, base, files)
    result = result.slice(0, start) + JSON.stringify(address) + result.slice(end)
  }
  return result
}

/** Reads a template from a file or a URL, with all files of its `get_file` and resource types. */
export const readTemplate = async (named: string): Promise<TemplateFiles> => {
  const address = addressOf(named)
  const text = await readText(named)
  const document = yaml(text)
  const [error] = document.errors
  if (error) throw new CliError(`Error parsing template ${named}: ${error.message}`)
  const files: Files = new Map()
  const template = await withAddresses(text, document, address, files)
  return { template, files: Object.fromEntries(files) }
}
