import { parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from './parsed-file.ts'

/** A line that may contain a cast; most lines with `as` are comments and imports, and parsing takes long. */
const maybe = /^(?!\s*(?:\/\/|\/?\*|import\b|export (?:type )?\{)).*\bas (?!const\b)/m

/** The number of type casts (`x as Y`) in a file; `as const` does not count. */
export const castsIn = ({ path, text }: SourceFile): number => {
  if (!maybe.test(text)) return 0
  let casts = 0
  new Visitor({
    TSAsExpression: ({ typeAnnotation }) => {
      if (text.slice(typeAnnotation.start, typeAnnotation.end) !== 'const') casts += 1
    },
  }).visit(parseSync(path, text).program)
  return casts
}
