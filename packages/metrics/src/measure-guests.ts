import { Gauge, type Registry } from 'prom-client'

/** A measurement of a guest at the last poll. */
export interface GuestReading {
  /** The meter's name, such as `disk.device.read.bytes`. */
  readonly meter: string
  readonly value: number
  readonly project: string
  /** The server's id, or that of one of its devices. */
  readonly resource: string
}

/** Meters of guests with their help texts. */
const meters: Readonly<Record<string, string>> = {
  cpu: 'Nanoseconds of processors that guests have used.',
  vcpus: 'Processors of guests.',
  memory: 'Memory of guests, in MiB.',
  'memory.usage': 'Memory that guests use, in MiB.',
  'power.state': "State of guests' power, as Nova numbers it.",
  'disk.device.read.bytes': 'Bytes that guests have read from a disk.',
  'disk.device.write.bytes': 'Bytes that guests have written to a disk.',
  'disk.device.read.requests': 'Requests by which guests have read from a disk.',
  'disk.device.write.requests': 'Requests by which guests have written to a disk.',
  'network.incoming.bytes': 'Bytes that guests have received.',
  'network.outgoing.bytes': 'Bytes that guests have sent.',
  'network.incoming.packets': 'Packets that guests have received.',
  'network.outgoing.packets': 'Packets that guests have sent.',
  'network.incoming.packets.drop': 'Packets to guests that were dropped.',
  'network.outgoing.packets.drop': 'Packets of guests that were dropped.',
  'network.incoming.packets.error': 'Packets to guests that were broken.',
  'network.outgoing.packets.error': 'Packets of guests that were broken.',
}

/** Exports the latest measurements of each guest: `nimbo_guest_…` with the meter's name. */
export const measureGuests = (registry: Registry, readings: () => readonly GuestReading[]): void => {
  for (const [meter, help] of Object.entries(meters))
    new Gauge({
      name: `nimbo_guest_${meter.replaceAll('.', '_')}`,
      ...{ help, labelNames: ['project_id', 'resource_id'], registers: [registry] },
      collect() {
        this.reset()
        for (const reading of readings()) {
          const { project: project_id, resource: resource_id, value } = reading
          if (reading.meter === meter) this.set({ project_id, resource_id }, value)
        }
      },
    })
}
