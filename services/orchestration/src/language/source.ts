import { isAlias, isNode, LineCounter, parseDocument } from 'yaml'
import type { Path } from './path.ts'
import { isMap } from './shapes.ts'
import { invalid, type TemplateProblem } from './template-problem.ts'

/** A template, an environment or a file, parsed from its text. */
export interface Source {
  readonly value: Readonly<Record<string, unknown>>
  /**
   * The line (from 1) where the value at a path begins, or else the nearest value around it; undefined if it did not come as
   * text.
   */
  lineOf(path: Path): number | undefined
}

const timestamps = 'tag:yaml.org,2002:timestamp'

/** Parses YAML as Heat does: version 1.1, with dates as text. JSON is YAML too. Throws a problem that names the line. */
const readText = (text: string): Source => {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    version: '1.1',
    lineCounter: lines,
    uniqueKeys: false,
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || tag.tag !== timestamps),
  })
  const [error] = document.errors
  if (error) {
    const { line } = lines.linePos(error.pos[0])
    throw invalid([], `Error parsing template: line ${line}: ${error.message.split('\n')[0] ?? ''}`)
  }
  const value: unknown = document.toJS({ maxAliasCount: 100 })
  if (!isMap(value)) throw invalid([], 'The template is not a JSON object or YAML mapping.')
  const lineOf = (path: Path): number | undefined => {
    for (let length = path.length; length > 0; length -= 1) {
      const found: unknown = document.getIn(path.slice(0, length), true)
      if (!isNode(found) || isAlias(found) || !found.range) continue
      return lines.linePos(found.range[0]).line
    }
    return undefined
  }
  return { value, lineOf }
}

/** Reads text, or the value that a client parsed already. */
export const readSource = (given: unknown): Source => {
  if (typeof given === 'string') return readText(given)
  if (isMap(given)) return { value: given, lineOf: () => undefined }
  throw invalid([], 'The template is not a JSON object or YAML mapping.')
}

/** The problem's message with file and line. */
export const located = (problem: TemplateProblem, source: Source | undefined, file?: string): string => {
  const line = source?.lineOf(problem.path)
  const place = [file, line === undefined ? undefined : `line ${line}`].filter((part) => part !== undefined)
  return place.length === 0 ? problem.message : `${place.join(', ')}: ${problem.message}`
}
