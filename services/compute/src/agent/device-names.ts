/** Disks a server can have by letter: more than any hypervisor takes. */
const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** The first free name of the form `/dev/vdb`, after the names taken. */
export const nextDeviceName = (taken: ReadonlySet<string>): string => {
  const letter = letters.find((one) => !taken.has(`/dev/vd${one}`))
  if (letter === undefined) throw new Error('a server can have no more disks')
  return `/dev/vd${letter}`
}

/** Where the root disk is. */
export const rootDevice = '/dev/vda'
