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
  cpu: 'CPU time used by a guest, in nanoseconds.',
  vcpus: 'Number of virtual CPUs of a guest.',
  memory: 'Memory of a guest, in MiB.',
  'memory.usage': 'Memory used by a guest, in MiB.',
  'power.state': 'Power state of a guest, as a number as in Nova.',
  'disk.device.read.bytes': 'Bytes that a guest has read from a disk.',
  'disk.device.write.bytes': 'Bytes that a guest has written to a disk.',
  'disk.device.read.requests': 'Read requests of a guest to a disk.',
  'disk.device.write.requests': 'Write requests of a guest to a disk.',
  'network.incoming.bytes': 'Bytes received by a network interface of a guest.',
  'network.outgoing.bytes': 'Bytes sent by a network interface of a guest.',
  'network.incoming.packets': 'Packets received by a network interface of a guest.',
  'network.outgoing.packets': 'Packets sent by a network interface of a guest.',
  'network.incoming.packets.drop': 'Incoming packets of a network interface of a guest that were dropped.',
  'network.outgoing.packets.drop': 'Outgoing packets of a network interface of a guest that were dropped.',
  'network.incoming.packets.error': 'Incoming packets of a network interface of a guest with errors.',
  'network.outgoing.packets.error': 'Outgoing packets of a network interface of a guest with errors.',
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
