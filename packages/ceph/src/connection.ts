import type { CephAccess, RbdImage } from './ceph-access.ts'

/** Cinder's connection data of an RBD volume. */
export interface RbdConnection {
  readonly access: CephAccess
  readonly image: RbdImage
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Parses connection data of type `rbd`; undefined for other types. */
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
