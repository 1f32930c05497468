/** A directory, file or symbolic link in an archive; everything belongs to root. */
export type ArchiveEntry =
  | { readonly kind: 'directory'; readonly path: string }
  | {
      readonly kind: 'file'
      readonly path: string
      readonly content: Uint8Array
      readonly executable: boolean
    }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }

const headerSize = 110
const none = new Uint8Array()

/** A cpio archive in the "newc" format, which is what Linux unpacks as its initial file system. Equal entries, equal bytes. */
export const cpioArchive = (entries: readonly ArchiveEntry[]): Buffer => {
  const members = entries.map((entry, index) =>
    member(entry.path, modeOf(entry), contentOf(entry), index + 1),
  )
  return Buffer.concat([...members, member('TRAILER!!!', 0, none, 0)])
}

const modeOf = (entry: ArchiveEntry): number => {
  switch (entry.kind) {
    case 'directory':
      return 0o040755
    case 'link':
      return 0o120777
    case 'file':
      return entry.executable ? 0o100755 : 0o100644
  }
}

const contentOf = (entry: ArchiveEntry): Uint8Array => {
  switch (entry.kind) {
    case 'directory':
      return none
    case 'link':
      return Buffer.from(entry.target)
    case 'file':
      return entry.content
  }
}

/** Header of thirteen eight-digit fields, name and content, each part filled up to four bytes. */
const member = (path: string, mode: number, content: Uint8Array, inode: number): Buffer => {
  const name = Buffer.from(`${path}\0`)
  const [uid, gid, links, modifiedAt, device, checksum] = [0, 0, 1, 0, 0, 0]
  const fields = [inode, mode, uid, gid, links, modifiedAt, content.length, device, device, device, device]
  const header = [...fields, name.length, checksum]
    .map((field) => field.toString(16).padStart(8, '0'))
    .join('')
  const contentAt = alignedTo4(headerSize + name.length)
  const bytes = Buffer.alloc(contentAt + alignedTo4(content.length))
  bytes.write(`070701${header}`, 'latin1')
  name.copy(bytes, headerSize)
  bytes.set(content, contentAt)
  return bytes
}

const alignedTo4 = (size: number): number => Math.ceil(size / 4) * 4
