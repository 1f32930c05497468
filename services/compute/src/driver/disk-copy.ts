/** A file with a copy of a disk. */
export interface DiskCopy {
  readonly path: string
  readonly format: 'raw' | 'qcow2'
}
