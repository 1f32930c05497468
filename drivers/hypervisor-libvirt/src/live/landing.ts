import type { JsonObject } from '@nimbo/kernel/json'
import { errors } from '@nimbo/local-guests/errors'
import type { ServedSerialPorts } from '../serial/serial-options.ts'

/** A disk of a guest on the destination host. */
interface LandingDisk {
  /** Its device name, such as `vda`. */
  readonly target: string
  /** Its `<source>` element. */
  readonly source: string
  /** Whether its content is copied during the migration; otherwise it is already there. */
  readonly comes: boolean
}

/** What the destination host of a live migration sends to the source host. */
export interface Landing {
  /** The destination's address. */
  readonly address: string
  /** The server's directory on the destination. */
  readonly directory: string
  readonly vncListen: string
  /** Where SPICE listens; left out by a host without it, or of an older version. */
  readonly spiceListen?: string
  /** Left out by a host that serves no serial ports, or of an older version. */
  readonly served?: ServedSerialPorts
  readonly asRoot: boolean
  /** Whether both hosts share the server's directory: nothing is copied, and its files stay where they are. */
  readonly shared: boolean
  readonly disks: readonly LandingDisk[]
  /** `<vcpu>` with the destination's shared CPUs; left out by a host of an older version. */
  readonly vcpu?: string
  /** `<cputune>` and `<numatune>` for the destination's NUMA cells; left out for guests without a topology. */
  readonly tuning?: readonly string[]
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}

const servedIn = (given: unknown): Pick<Landing, 'served'> => {
  const { address, ports } = fieldsOf(given)
  if (typeof address !== 'string' || !Array.isArray(ports)) return {}
  return { served: { address, ports: ports.map(Number) } }
}

/** Parses the data from the destination host. Throws when it is not from this driver. */
export const readLanding = (given: JsonObject): Landing => {
  const { address, directory, vncListen, spiceListen, served, asRoot, shared, disks, vcpu, tuning } =
    fieldsOf(given)
  if (
    typeof address !== 'string' ||
    typeof directory !== 'string' ||
    typeof vncListen !== 'string' ||
    typeof asRoot !== 'boolean' ||
    !Array.isArray(disks)
  )
    throw errors.MigrationError({ reason: 'the other host is none of libvirt' })
  return {
    ...{ address, directory, vncListen, asRoot, shared: shared === true },
    ...(typeof spiceListen === 'string' ? { spiceListen } : {}),
    ...servedIn(served),
    ...(typeof vcpu === 'string' ? { vcpu } : {}),
    ...(Array.isArray(tuning) ? { tuning: tuning.map(String) } : {}),
    disks: disks.map((disk) => {
      const { target, source, comes } = fieldsOf(disk)
      return { target: String(target), source: String(source), comes: comes === true }
    }),
  }
}
