import { createHash } from 'node:crypto'
import type { CephAccess } from '@nimbo/ceph/ceph-access'
import { runCeph } from '@nimbo/ceph/run-ceph'
import type { ExportsVolumes } from '@nimbo/volume/driver/volume-backend'
import { nameOf } from './rbd-names.ts'
import type { RbdPool } from './rbd-pool.ts'

interface Monitors {
  readonly fsid: string
  readonly mons: readonly {
    readonly public_addrs: { readonly addrvec: readonly { readonly type: string; readonly addr: string }[] }
  }[]
}

/** Address and port of each monitor; as in Cinder, an IPv6 address has no brackets, which QEMU itself adds. */
const monitorsOf = ({ mons }: Monitors): readonly (readonly [host: string, port: string])[] =>
  mons.flatMap(({ public_addrs: { addrvec } }) => {
    const { addr = '' } = addrvec.find(({ type }) => type === 'v2') ?? addrvec[0] ?? {}
    const at = addr.lastIndexOf(':')
    return at < 0 ? [] : [[addr.slice(0, at).replace(/^\[(.*)\]$/, '$1'), addr.slice(at + 1)] as const]
  })

/** A UUID for the libvirt secret, which is the same for one user of one cluster in every back end. */
const ownSecret = (fsid: string, user: string): string => {
  const digits = createHash('sha256').update(`${fsid} ${user}`).digest('hex')
  const [a, b, c, d] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(13, 16), digits.slice(17, 20)]
  return `${a}-${b}-4${c}-8${d}-${digits.slice(20, 32)}`
}

/**
 * Returns the cluster's address, as in Cinder. A client with the user's key can access every volume, so there is nothing to
 * export or to end.
 */
export const rbdExports = (
  access: CephAccess,
  images: RbdPool,
  secretUuid: string | undefined,
): ExportsVolumes => ({
  open: async (volumeId) => {
    const name = nameOf(volumeId)
    if ((await images.sizeOf(name)) === undefined) throw new Error(`there is no image of volume ${volumeId}`)
    const said: Monitors = JSON.parse(await runCeph(access, 'ceph', ['mon', 'dump', '--format', 'json']))
    const { fsid } = said
    const monitors = monitorsOf(said)
    return {
      driver_volume_type: 'rbd',
      data: {
        name: `${images.pool}/${name}`,
        hosts: monitors.map(([host]) => host),
        ports: monitors.map(([, port]) => port),
        cluster_name: 'ceph',
        auth_enabled: true,
        auth_username: access.user,
        secret_type: 'ceph',
        secret_uuid: secretUuid ?? ownSecret(fsid, access.user),
        volume_id: volumeId,
        discard: true,
        ceph_conf: access.conf,
      },
    }
  },
  close: async () => {},
})
