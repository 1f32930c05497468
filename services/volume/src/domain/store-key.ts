import type { Backup } from '@nimbo/contracts/volume/backups'

/** What the store keeps a backup under: its id, unless it was taken over from another record. */
export const storeKeyOf = ({ id, service_metadata }: Pick<Backup, 'id' | 'service_metadata'>): string =>
  service_metadata ?? id
