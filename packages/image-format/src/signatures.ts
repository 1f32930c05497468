/** Formats recognised by signatures; `raw` has none. */
export type ImageFormat =
  | 'raw'
  | 'mbr'
  | 'gpt'
  | 'iso'
  | 'qcow2'
  | 'vmdk'
  | 'vhd'
  | 'vhdx'
  | 'vdi'
  | 'luks'
  | 'qed'

/** How much of the beginning is needed: up to the first volume descriptor of ISO 9660. */
export const headBytes = 34_816
/** How much of the end is needed. */
export const tailBytes = 512

const isAt = (bytes: Buffer, offset: number, ...texts: readonly string[]): boolean =>
  texts.some((text) => bytes.subarray(offset, offset + text.length).toString('latin1') === text)

const vdiSignature = 0xbeda107f

/** A descriptor is text in any case, and may start with comments and empty lines. */
const isVmdkDescriptor = (head: Buffer): boolean =>
  /^\s*#\s*disk descriptorfile/i.test(head.subarray(0, 512).toString('latin1'))

type Sign = readonly [ImageFormat, (head: Buffer, tail: Buffer) => boolean]

const signs: readonly Sign[] = [
  // The end of both a partition table and a boot sector, which are plain disk content.
  ['mbr', (head) => isAt(head, 510, '\x55\xaa')],
  ['gpt', (head) => isAt(head, 512, 'EFI PART') || isAt(head, 4096, 'EFI PART')],
  ['iso', (head) => isAt(head, 32_769, 'CD001', 'NSR02', 'NSR03')],
  ['qcow2', (head) => isAt(head, 0, 'QFI\xfb')],
  ['vmdk', (head) => isAt(head, 0, 'KDMV', 'COWD') || isVmdkDescriptor(head)],
  ['vhd', (head, tail) => isAt(head, 0, 'conectix') || isAt(tail, 0, 'conectix')],
  ['vhdx', (head) => isAt(head, 0, 'vhdxfile')],
  ['vdi', (head) => head.length >= 68 && head.readUInt32LE(64) === vdiSignature],
  ['luks', (head) => isAt(head, 0, 'LUKS\xba\xbe')],
  ['qed', (head) => isAt(head, 0, 'QED\0')],
]

/** All formats whose signatures an image has. */
export const formatsIn = (head: Buffer, tail: Buffer): ReadonlySet<ImageFormat> =>
  new Set(signs.filter(([, isThere]) => isThere(head, tail)).map(([format]) => format))
