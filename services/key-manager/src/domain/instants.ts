/** Parses an instant; without a zone it is UTC. Undefined when invalid. */
export const parseInstant = (text: string): string | undefined => {
  const [, date, time = '00:00:00', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?(Z|[+-]\d{2}:?\d{2})?$/i.exec(
      text.trim(),
    ) ?? []
  if (date === undefined) return undefined
  const minutes = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone
  const instant = Date.parse(`${date}T${time}${minutes.toUpperCase()}`)
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString()
}

/** Barbican's format: UTC without a zone, with microseconds unless they are zero. */
export const shownInstant = (instant: string): string => instant.replace(/\.000Z$/, '').replace(/Z$/, '000')
