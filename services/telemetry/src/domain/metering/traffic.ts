import type { Polled } from './polled.ts'

export const hourMs = 3_600_000

/** The meters of interface traffic, with their direction. */
const directions: Readonly<Record<string, string>> = {
  'network.incoming.bytes': 'incoming',
  'network.outgoing.bytes': 'outgoing',
}

/** The value of a cumulative meter. */
interface Reading {
  readonly resource_id: string
  readonly meter: string
  /** In milliseconds. */
  readonly at: number
  readonly value: number
}

/** The bytes transferred in one direction within an hour; `hour` is its beginning. */
export interface Traffic {
  readonly resource_id: string
  readonly project_id: string | null
  readonly direction: string
  readonly hour: number
  readonly bytes: number
}

interface Counted {
  /** The current values of the meters. */
  readonly readings: readonly Reading[]
  readonly traffic: readonly Traffic[]
}

const hourOf = (at: number): number => Math.floor(at / hourMs) * hourMs

/**
 * The traffic of interfaces since the last poll. Traffic before the first poll is unknown and not counted; a value lower than the
 * last one means that the guest's counter started again at zero.
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

/** The polled resources with meters of traffic. */
export const withTraffic = (found: readonly Polled[]): readonly Polled[] =>
  found.filter(({ samples }) => samples.some(({ meter }) => Object.hasOwn(directions, meter)))

/** The bytes counted by a metering label of a router, in the hour of the notification. */
export const labelTraffic = (
  resource_id: string,
  project_id: string | null,
  bytes: number,
  at: number,
): Traffic => ({ resource_id, project_id, direction: 'labelled', hour: hourOf(at), bytes })
