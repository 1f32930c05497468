/** A part of a volume that is not all zeros. */
export interface Block {
  /** Bytes from the start of the volume. */
  readonly offset: number
  readonly bytes: Uint8Array
}

/** Where backups are kept, apart from the volumes. Every operation may be repeated, and leaves nothing half-made when it fails. */
export interface BackupStore {
  /** How records of its backups call it: the driver of Cinder, since clients know such names by their beginning. */
  readonly name: string
  /** Keeps a volume's bytes in their order; beside a parent only what differs from it. A chunk is good until the next is asked for. */
  write(
    id: string,
    content: AsyncIterable<Uint8Array>,
    parentId: string | null,
  ): Promise<{ readonly objects: number }>
  /** All that is not zero, whichever backup of the chain keeps it, and in the order of the volume. */
  read(id: string): AsyncIterable<Block>
  has(id: string): Promise<boolean>
  /** Nothing there is a success. */
  remove(id: string): Promise<void>
}
