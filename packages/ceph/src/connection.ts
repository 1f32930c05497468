import type { CephAccess, RbdImage } from './ceph-access.ts'

/** How Cinder says where a volume of RBD is, to whom it is exported. */
export interface RbdConnection {
  readonly access: CephAccess
  readonly image: RbdImage
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** What a connection of type `rbd` says; undefined of any other. */
export const rbdConnection = ({
  driver_volume_type,
  data,
}: {
  readonly driver_volume_type: string
  readonly data: Readonly<Record<string, unknown>>
}): RbdConnection | undefined => {
  const [pool, name] = text(data.name)?.split('/') ?? []
  const user = text(data.auth_username)
  if (driver_volume_type !== 'rbd' || !pool || !name || user === undefined) return undefined
  const conf = text(data.ceph_conf) ?? `/etc/ceph/${text(data.cluster_name) ?? 'ceph'}.conf`
  return { access: { conf, user }, image: { pool, name } }
}
