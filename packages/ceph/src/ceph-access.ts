/** Access to a Ceph cluster. */
export interface CephAccess {
  /** The configuration file with the monitors, and the user's key (`keyring`) unless it is in Ceph's default place. */
  readonly conf: string
  /** Without the prefix `client.`. */
  readonly user: string
}

/** An RBD image or snapshot in a pool. */
export interface RbdImage {
  readonly pool: string
  readonly name: string
  readonly snapshot?: string
}

/** `pool/image@snapshot`, as Ceph's programs take it. */
export const specOf = ({ pool, name, snapshot }: RbdImage): string =>
  `${pool}/${name}${snapshot === undefined ? '' : `@${snapshot}`}`

/** The first arguments of all of Ceph's programs. */
export const accessArgs = ({ conf, user }: CephAccess): readonly string[] => [
  ...['--conf', conf, '--id', user],
]

/** Escapes separators within QEMU's RBD file names. */
const escaped = (text: string): string => text.replace(/[\\:@=]/g, (sign) => `\\${sign}`)

/** The image as a node of QEMU's block layer. */
export const qemuNodeOf = (
  { conf, user }: CephAccess,
  { pool, name }: RbdImage,
): Readonly<Record<'driver' | 'pool' | 'image' | 'user' | 'conf', string>> => ({
  ...{ driver: 'rbd', pool, image: name },
  ...{ user, conf },
})

/** The image's file name for QEMU's programs. */
export const qemuNameOf = ({ conf, user }: CephAccess, image: RbdImage): string => {
  const { pool, name, snapshot } = image
  const at = `${escaped(name)}${snapshot === undefined ? '' : `@${escaped(snapshot)}`}`
  return `rbd:${escaped(pool)}/${at}:id=${escaped(user)}:conf=${escaped(conf)}`
}
