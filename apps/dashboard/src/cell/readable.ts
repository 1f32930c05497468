const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']

/** Bytes in binary units, for example `1.5 GiB`. */
export const readableBytes = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = bytes / 1024 ** power
  return `${value >= 100 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}

/** A number of units of so many bytes. Volume services also report the words `infinite` and `unknown` as capacity. */
export const readableSize = (value: unknown, unit: number): string => {
  const bytes = Number(value) * unit
  return Number.isFinite(bytes) ? readableBytes(bytes) : String(value)
}

/** Parses a date of an API; without a zone it is in UTC. */
export const instantOf = (text: string): Date =>
  new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)

/** Formats a date and time in the language of the page and the time zone of the machine. */
export const readableDate = (text: string, language: string): string => {
  const instant = instantOf(text)
  return Number.isNaN(instant.getTime())
    ? text
    : instant.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' })
}
