import type { Kind } from '../cloud/find.ts'

const volumeKindOf = (path: string, one: string, label: string, detail: boolean): Kind => ({
  service: ({ volume }) => volume,
  path,
  one,
  many: `${one}s`,
  label,
  ...(detail && { listPath: `${path}/detail` }),
  byName: (name) => ({ name }),
})

export const volumeKind = volumeKindOf('/volumes', 'volume', 'Volume', true)
export const snapshotKind = volumeKindOf('/snapshots', 'snapshot', 'Snapshot', true)
/** Volume types can't be asked for by name: all are listed. */
export const volumeTypeKind: Kind = {
  ...volumeKindOf('/types', 'volume_type', 'VolumeType', false),
  byName: () => ({}),
}
