import { pythonText } from './python-text.ts'
import { Formatted } from './result.ts'

type Alignment = 'left' | 'right' | 'centre'

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const zeroWidth = /\p{Mark}/u

/** How many columns of a terminal `text` takes. */
const widthOf = (text: string): number => {
  let width = 0
  for (const character of text) width += zeroWidth.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

const linesOf = (value: unknown): readonly string[] => {
  const text = value instanceof Formatted ? value.human : value
  return pythonText(text).replaceAll('\r\n', '\n').replaceAll('\r', ' ').split('\n')
}

const justify = (text: string, width: number, alignment: Alignment): string => {
  const space = width - widthOf(text)
  switch (alignment) {
    case 'left':
      return text + ' '.repeat(space)
    case 'right':
      return ' '.repeat(space) + text
    case 'centre': {
      // An odd blank goes to the right of text of even width and to the left of odd, as in prettytable.
      const left = widthOf(text) % 2 === 0 ? Math.floor(space / 2) : Math.ceil(space / 2)
      return ' '.repeat(left) + text + ' '.repeat(space - left)
    }
  }
}

/** Numbers stand right by the first row's types; a table without rows has its headers centred. */
const alignmentsOf = (
  columns: readonly string[],
  first: readonly unknown[] | undefined,
): readonly Alignment[] =>
  columns.map((_, at) => {
    if (first === undefined) return 'centre'
    const value = first[at]
    const right = value instanceof Formatted ? value.right : typeof value === 'number'
    return right ? 'right' : 'left'
  })

const draw = (
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  alignments: readonly Alignment[],
): string => {
  const cells = rows.map((row) => row.map(linesOf))
  const widths = columns.map((name, at) =>
    Math.max(widthOf(name), ...cells.flatMap((row) => (row[at] ?? []).map(widthOf))),
  )
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`
  const line = (texts: readonly string[]): string =>
    `|${texts.map((text, at) => ` ${justify(text, widths[at] ?? 0, alignments[at] ?? 'left')} `).join('|')}|`
  const body = cells.flatMap((row) => {
    const height = Math.max(...row.map((lines) => lines.length))
    return Array.from({ length: height }, (_, level) => line(row.map((lines) => lines[level] ?? '')))
  })
  return `${[rule, line(columns), rule, ...body, rule].join('\n')}\n`
}

/** A list in boxes; an empty one is a blank line unless `printEmpty`. */
export const listTable = (
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  printEmpty: boolean,
): string => {
  if (rows.length > 0) return draw(columns, rows, alignmentsOf(columns, rows[0]))
  if (!printEmpty) return '\n'
  return draw(columns, rows, alignmentsOf(columns, undefined))
}

/** One thing as a table of Field and Value. */
export const fieldTable = (fields: readonly (readonly [string, unknown])[]): string =>
  draw(['Field', 'Value'], fields, ['left', 'left'])
