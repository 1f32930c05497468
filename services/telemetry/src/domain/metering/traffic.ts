import type { Polled } from './polled.ts'

export const hourMs = 3_600_000

/** Meters that count what goes through an interface, and which way. */
const directions: Readonly<Record<string, string>> = {
  'network.incoming.bytes': 'incoming',
  'network.outgoing.bytes': 'outgoing',
}

/** Where a counter stood. */
interface Reading {
  readonly resource_id: string
  readonly meter: string
  /** In milliseconds. */
  readonly at: number
  readonly value: number
}

/** What went one way through something within an hour, which begins then. */
export interface Traffic {
  readonly resource_id: string
  readonly project_id: string | null
  readonly direction: string
  readonly hour: number
  readonly bytes: number
}

interface Counted {
  /** Where counters stand now. */
  readonly readings: readonly Reading[]
  readonly traffic: readonly Traffic[]
}

const hourOf = (at: number): number => Math.floor(at / hourMs) * hourMs

/**
 * What went through interfaces since they were looked at last. What was before the first look is nobody's to say; a counter that stands
 * lower than before began anew with its guest.
 */
export const trafficSince = (before: readonly Reading[], found: readonly Polled[], at: number): Counted => {
  const known = new Map(before.map((one) => [`${one.resource_id} ${one.meter}`, one]))
  const readings: Reading[] = []
  const traffic: Traffic[] = []
  for (const { id, projectId = null, samples } of found)
    for (const { meter, volume } of samples) {
      const direction = directions[meter]
      const last = known.get(`${id} ${meter}`)
      if (direction === undefined || (last !== undefined && Number(last.at) >= at)) continue
      readings.push({ resource_id: id, meter, at, value: volume })
      const bytes = last === undefined ? 0 : volume < last.value ? volume : volume - last.value
      if (bytes > 0)
        traffic.push({ resource_id: id, project_id: projectId, direction, hour: hourOf(at - 1), bytes })
    }
  return { readings, traffic }
}

/** Interfaces of which it is told what went through them. */
export const withTraffic = (found: readonly Polled[]): readonly Polled[] =>
  found.filter(({ samples }) => samples.some(({ meter }) => Object.hasOwn(directions, meter)))

/** What a router counted of a label, within the hour in which it was told. */
export const labelTraffic = (
  resource_id: string,
  project_id: string | null,
  bytes: number,
  at: number,
): Traffic => ({ resource_id, project_id, direction: 'labelled', hour: hourOf(at), bytes })
