/** How a Ceph cluster is reached, and as whom. */
export interface CephAccess {
  /** Its configuration file: where its monitors are, and the user's key (`keyring`), unless that lies where Ceph looks by itself. */
  readonly conf: string
  /** Without `client.` before it. */
  readonly user: string
}

/** An image of RBD in its pool; `snapshot` where that is meant. */
export interface RbdImage {
  readonly pool: string
  readonly name: string
  readonly snapshot?: string
}

/** `pool/image@snapshot`, as Ceph's programs take it. */
export const specOf = ({ pool, name, snapshot }: RbdImage): string =>
  `${pool}/${name}${snapshot === undefined ? '' : `@${snapshot}`}`

/** What each of Ceph's programs is told first. */
export const accessArgs = ({ conf, user }: CephAccess): readonly string[] => [
  ...['--conf', conf, '--id', user],
]

/** Within a file name of QEMU's, what separates its parts is escaped. */
const escaped = (text: string): string => text.replace(/[\\:@=]/g, (sign) => `\\${sign}`)

/** An image as QEMU's programs name it. */
export const qemuNameOf = ({ conf, user }: CephAccess, image: RbdImage): string => {
  const { pool, name, snapshot } = image
  const at = `${escaped(name)}${snapshot === undefined ? '' : `@${escaped(snapshot)}`}`
  return `rbd:${escaped(pool)}/${at}:id=${escaped(user)}:conf=${escaped(conf)}`
}
