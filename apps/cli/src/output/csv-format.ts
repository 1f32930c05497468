import { pythonText } from './python-text.ts'

export const quoteModes = ['all', 'minimal', 'none', 'nonnumeric'] as const
export type QuoteMode = (typeof quoteModes)[number]

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`

const cellText = (value: unknown, mode: QuoteMode): string => {
  // Python's writer doubles its escape character, the backslash, also within quotes.
  const text = value === null || value === undefined ? '' : pythonText(value).replaceAll('\\', '\\\\')
  switch (mode) {
    case 'all':
      return quote(text)
    case 'none':
      return text.replace(/[,"\n\r]/g, (each) => `\\${each}`)
    case 'minimal':
      return /[",\n\r]/.test(text) ? quote(text) : text
    case 'nonnumeric':
      return typeof value === 'number' || typeof value === 'boolean' ? text : quote(text)
  }
}

/** Comma-separated values with a header line. */
export const csvFormat = (
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  mode: QuoteMode,
): string =>
  [columns, ...rows].map((row) => `${row.map((value) => cellText(value, mode)).join(',')}\n`).join('')
