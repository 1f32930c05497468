import { parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from './parsed-file.ts'

/** A line that may have one; most that say `as` are comments and imports, and to walk a tree takes long. */
const maybe = /^(?!\s*(?:\/\/|\/?\*|import\b|export (?:type )?\{)).*\bas (?!const\b)/m

/** How often a file tells the compiler what a value is: `x as Y`. `as const` tells it nothing it does not know. */
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
