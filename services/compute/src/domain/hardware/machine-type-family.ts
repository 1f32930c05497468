/** A machine type that libvirt's drivers know, by its parts. */
interface MachineType {
  /** What it is a version of; an alias such as `q35` and its versions such as `pc-q35-9.2` are different families. */
  readonly family: string
  readonly version: readonly number[]
}

const alias = /^(?:pc|q35|virt|s390-ccw-virtio)$/
const versioned = /^((?:pc|pc-i440fx|pc-q35|virt|s390-ccw-virtio)-(?:rhel)?)(\d+(?:\.\d+){1,2})$/

/** The parts of a machine type; undefined for one that Nova does not support. */
export const machineTypeFamily = (name: string): MachineType | undefined => {
  if (alias.test(name)) return { family: name, version: [] }
  const [, family, version] = versioned.exec(name) ?? []
  if (family === undefined || version === undefined) return undefined
  return { family, version: version.split('.').map(Number) }
}

const isOlder = ([a = 0, ...as]: readonly number[], [b = 0, ...bs]: readonly number[]): boolean =>
  a === b ? (as.length > 0 || bs.length > 0) && isOlder(as, bs) : a < b

/**
 * Whether a guest of one machine type finds its devices in another: a version of the same family that is not older. Anything may
 * take the place of a type that is not supported.
 */
export const mayBecome = (from: string, to: string): boolean => {
  const [before, after] = [machineTypeFamily(from), machineTypeFamily(to)]
  if (before === undefined) return true
  return before.family === after?.family && !isOlder(after.version, before.version)
}
