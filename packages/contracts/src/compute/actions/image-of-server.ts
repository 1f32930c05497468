/** An image as stored with the server created from it. */
export interface ImageOfServer {
  readonly id: string
  readonly name: string | null
  readonly minDiskGb: number
  readonly minRamMb: number
  readonly diskFormat: string | null
  readonly hashAlgo: string | null
  readonly hashValue: string | null
  readonly sizeBytes: number | null
  readonly properties: Readonly<Record<string, string>>
}
