import type { JsonObject } from '@nimbo/kernel/json'
import { errors } from '@nimbo/local-guests/errors'

/** A disk of a guest where it comes to, as libvirt describes where its content is. */
interface LandingDisk {
  /** `vda`. */
  readonly target: string
  /** The `<source>`. */
  readonly source: string
  /** Whether its content comes with the guest; else it is there already. */
  readonly comes: boolean
}

/** What the host that a guest is to come to gives the one that has it. */
export interface Landing {
  /** Where it is reached. */
  readonly address: string
  /** Of the server, on that host. */
  readonly directory: string
  readonly vncListen: string
  readonly asRoot: boolean
  /** Both hosts have the server's directory: nothing is copied, and its files stay where they are. */
  readonly shared: boolean
  readonly disks: readonly LandingDisk[]
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}

/** Reads what came from another host. Throws when it is none of this driver's. */
export const readLanding = (given: JsonObject): Landing => {
  const { address, directory, vncListen, asRoot, shared, disks } = fieldsOf(given)
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
    disks: disks.map((disk) => {
      const { target, source, comes } = fieldsOf(disk)
      return { target: String(target), source: String(source), comes: comes === true }
    }),
  }
}
