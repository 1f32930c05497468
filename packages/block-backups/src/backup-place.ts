/** The data of a backup, read by range, mostly sequentially. */
export interface BackupReader extends AsyncDisposable {
  read(id: string, offset: number, length: number): Promise<Uint8Array>
}

/** Stores backups: the data of each, and a manifest as text. */
export interface BackupPlace {
  /**
   * Stores the data and then the manifest, which is requested when all data have arrived. The backup exists once both are stored;
   * a failure leaves nothing. A chunk is valid until the next one is requested.
   */
  write(id: string, bytes: AsyncIterable<Uint8Array>, list: () => Iterable<string>): Promise<void>
  has(id: string): Promise<boolean>
  /** The lines of the manifest. Rejects for an unknown backup. */
  list(id: string): AsyncIterable<string>
  open(): BackupReader
  /** Idempotent. */
  remove(id: string): Promise<void>
}
