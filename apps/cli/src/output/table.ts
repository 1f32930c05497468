import { pythonText } from './python-text.ts'
import { Formatted } from './result.ts'
import { shrink } from './shrink.ts'
import { widthOf } from './text-width.ts'
import { wrap } from './wrap.ts'

type Lines = readonly string[]

type Alignment = 'left' | 'right' | 'centre'

/** Control characters, which a terminal obeys, but for line breaks and tabs. */
const controls = /[^\P{Cc}\n\t]/gu

/** The lines of a cell. Names that others have given must not move the cursor or change the terminal's title. */
const linesOf = (value: unknown): Lines => {
  const text = value instanceof Formatted ? value.human : value
  return pythonText(text)
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', ' ')
    .replaceAll(controls, (each) => `\\x${each.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .split('\n')
}

const justify = (text: string, width: number, alignment: Alignment): string => {
  const space = width - widthOf(text)
  switch (alignment) {
    case 'left':
      return text + ' '.repeat(space)
    case 'right':
      return ' '.repeat(space) + text
    case 'centre': {
      // When centring, an odd space goes to the right of text of even width and to the left of odd, as in prettytable.
      const left = widthOf(text) % 2 === 0 ? Math.floor(space / 2) : Math.ceil(space / 2)
      return ' '.repeat(left) + text + ' '.repeat(space - left)
    }
  }
}

/** Columns of numbers are aligned right, by the types in the first row; the headers of an empty table are centred. */
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

/** The maximum width of a table (0: unlimited), and the minimum width of a column. */
interface Fit {
  readonly width: number
  readonly least: number
}

const widthsOf = (rows: readonly (readonly Lines[])[]): readonly number[] =>
  (rows[0] ?? []).map((_, at) => Math.max(...rows.flatMap((row) => (row[at] ?? []).map(widthOf))))

const draw = (
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  alignments: readonly Alignment[],
  fit: Fit,
): string => {
  const headers = columns.map((name) => [name])
  const unfit = rows.map((row) => row.map(linesOf))
  const limits = shrink(widthsOf([headers, ...unfit]), fit.width, fit.least)
  const wrapped = (lines: Lines, at: number) =>
    lines.flatMap((each) => wrap(each, Math.max(limits[at] ?? 0, widthOf(columns[at] ?? ''))))
  const cells = unfit.map((row) => row.map(wrapped))
  const widths = widthsOf([headers, ...cells])
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`
  const line = (texts: readonly string[]): string =>
    `|${texts.map((text, at) => ` ${justify(text, widths[at] ?? 0, alignments[at] ?? 'left')} `).join('|')}|`
  const block = (row: readonly Lines[]): Lines => {
    const height = Math.max(...row.map((lines) => lines.length))
    return Array.from({ length: height }, (_, level) => line(row.map((lines) => lines[level] ?? '')))
  }
  return `${[rule, ...block(headers), rule, ...cells.flatMap(block), rule].join('\n')}\n`
}

/** Formats a list as a table; an empty one as a blank line unless the option to print it is given. */
export const listTable = (
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  { printEmpty, width }: { readonly printEmpty: boolean; readonly width: number },
): string => {
  if (rows.length === 0 && !printEmpty) return '\n'
  return draw(columns, rows, alignmentsOf(columns, rows[0]), { width, least: 8 })
}

/** Formats a resource as a table of Field and Value, at most `width` wide (0: unlimited). */
export const fieldTable = (fields: readonly (readonly [string, unknown])[], width: number): string =>
  draw(['Field', 'Value'], fields, ['left', 'left'], { width, least: 16 })
