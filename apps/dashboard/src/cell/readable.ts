const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']

/** `1.5 GiB`. */
export const readableBytes = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = bytes / 1024 ** power
  return `${value >= 100 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}

/** A date of an API: those without a zone are in UTC. */
export const instantOf = (text: string): Date =>
  new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)

/** Date and time as the language and the machine have it. */
export const readableDate = (text: string, language: string): string => {
  const instant = instantOf(text)
  return Number.isNaN(instant.getTime())
    ? text
    : instant.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' })
}
