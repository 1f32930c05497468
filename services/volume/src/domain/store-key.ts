import type { Backup } from '@nimbo/contracts/volume/backups'

/** The key of a backup in the store: its id, unless the backup was imported from a record. */
export const storeKeyOf = ({ id, service_metadata }: Pick<Backup, 'id' | 'service_metadata'>): string =>
  service_metadata ?? id
