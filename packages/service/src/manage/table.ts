/** A table in nova-manage's format: framed, titles centred, values left-aligned. */
export const tableOf = (titles: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = titles.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => (row[index] ?? '').length)),
  )
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`
  const line = (cells: readonly string[]): string => `|${cells.join('|')}|`
  const centred = (text: string, width: number): string => {
    const left = Math.floor((width - text.length) / 2)
    return `${' '.repeat(left + 1)}${text}${' '.repeat(width - text.length - left + 1)}`
  }
  const head = line(titles.map((title, index) => centred(title, widths[index] ?? 0)))
  const body = rows.map((row) => line(widths.map((width, index) => ` ${(row[index] ?? '').padEnd(width)} `)))
  return `${[rule, head, rule, ...body, rule].join('\n')}\n`
}
