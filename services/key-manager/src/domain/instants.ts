/** An instant as OpenStack writes it, of no zone unless it says one: UTC. Undefined where it is none. */
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

/** As Barbican shows instants: in UTC without saying so, with microseconds unless there are none. */
export const shownInstant = (instant: string): string => instant.replace(/\.000Z$/, '').replace(/Z$/, '000')
