/** A range of a volume that is not all zeros. */
export interface Block {
  /** Bytes from the start of the volume. */
  readonly offset: number
  readonly bytes: Uint8Array
}

/** A store of backups, separate from the volumes. Every operation is idempotent, and leaves nothing incomplete when it fails. */
export interface BackupStore {
  /**
   * The `service` of its backups: the name of a Cinder driver, because clients recognise drivers by the beginning of these names.
   */
  readonly name: string
  /**
   * Stores the content of a volume, given from start to end; with a parent only the differences. A chunk is valid only until the
   * next one is requested.
   */
  write(
    id: string,
    content: AsyncIterable<Uint8Array>,
    parentId: string | null,
  ): Promise<{ readonly objects: number }>
  /** Reads all blocks that are not zero, from the backup and the chain of its parents, in the order of their offsets. */
  read(id: string): AsyncIterable<Block>
  has(id: string): Promise<boolean>
  /** Succeeds when it does not exist. */
  remove(id: string): Promise<void>
}
