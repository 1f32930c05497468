const date = String.raw`\d{4}(?:-\d\d(?:-\d\d)?)?`
const zone = String.raw`Z|[+-]\d\d(?::?\d\d)?`
const dateTime = new RegExp(
  `^(${date})(?:[T ](\\d\\d)(?::?(\\d\\d)(?::?(\\d\\d)(?:[.,](\\d{1,9}))?)?)?(${zone})?)?$`,
)

const offsetOf = (text: string): string => {
  if (text === 'Z') return text
  const [, sign = '+', hours = '00', minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(text) ?? []
  return `${sign}${hours}:${minutes}`
}

/**
 * Parses an ISO 8601 instant of a query into UTC; without a zone it is UTC. Truncates to milliseconds. Undefined for
 * any other text.
 */
export const readInstant = (text: string): string | undefined => {
  const parts = dateTime.exec(text)
  if (!parts) return undefined
  const [, day = '', hours = '00', minutes = '00', seconds = '00', fraction = '', offset = 'Z'] = parts
  const whole = day.length === 4 ? `${day}-01-01` : day.length === 7 ? `${day}-01` : day
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const time = new Date(`${whole}T${hours}:${minutes}:${seconds}.${milliseconds}${offsetOf(offset)}`)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
