/** The bytes of backups, any part of them, in an order that is mostly theirs. */
export interface BackupReader extends AsyncDisposable {
  read(id: string, offset: number, length: number): Promise<Uint8Array>
}

/** Where backups lie: of each its bytes, and a list of text that says what they are. */
export interface BackupPlace {
  /**
   * Keeps the bytes, then the list, which is asked for when all bytes have come. There is no backup of that id before both are
   * kept, and what fails leaves nothing. A piece of the bytes is good until the next is asked for.
   */
  write(id: string, bytes: AsyncIterable<Uint8Array>, list: () => Iterable<string>): Promise<void>
  has(id: string): Promise<boolean>
  /** Line by line. Fails when there is no such backup. */
  list(id: string): AsyncIterable<string>
  open(): BackupReader
  /** Nothing there is a success. */
  remove(id: string): Promise<void>
}
