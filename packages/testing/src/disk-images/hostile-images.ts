import { gptDisk, isoDisk, mbrDisk } from './disks.ts'
import { qcow2 } from './qcow2.ts'
import { vdi } from './vdi.ts'
import { fixedVhd, vhd } from './vhd.ts'
import { vhdx } from './vhdx.ts'
import { vmdk, vmdkDescriptor } from './vmdk.ts'

/** An image that must be accepted or rejected: its description and the claimed `disk_format`. */
export interface SampleImage {
  readonly what: string
  readonly format: string
  readonly data: Buffer
}

const sample = (what: string, format: string, data: Buffer): SampleImage => ({ what, format, data })

const half = (image: Buffer): Buffer => image.subarray(0, image.length / 2)
/** An image partly overwritten with the bytes of another. */
const over = (image: Buffer, other: Buffer, at: number): Buffer => {
  const both = Buffer.from(image)
  other.copy(both, at)
  return both
}

/** A valid image of every supported kind. */
export const honestImages: readonly SampleImage[] = [
  sample('noise', 'raw', Buffer.alloc(4096, 'n')),
  sample('a disk with a boot record', 'raw', mbrDisk()),
  sample('a disk with a GUID partition table', 'raw', gptDisk()),
  sample('a CD that boots from a memory stick', 'raw', isoDisk(gptDisk())),
  sample('a CD', 'iso', isoDisk()),
  sample('a CD that boots from a memory stick', 'iso', isoDisk(gptDisk())),
  sample('a kernel', 'aki', Buffer.alloc(4096, 'k')),
  sample('a qcow2', 'qcow2', qcow2()),
  sample('a qcow2 of version 2', 'qcow2', qcow2({ version: 2 })),
  sample('a monolithicSparse VMDK', 'vmdk', vmdk()),
  sample('a streamOptimized VMDK', 'vmdk', vmdk({ createType: 'streamOptimized', footer: true })),
  sample('a fixed VHD', 'vhd', fixedVhd()),
  sample('a dynamic VHD', 'vhd', vhd()),
  sample('a VHDX', 'vhdx', vhdx()),
  sample('a VDI', 'vdi', vdi()),
]

const hostileQcow2: readonly SampleImage[] = [
  sample('a qcow2 with a backing file', 'qcow2', qcow2({ backingFile: '/etc/passwd' })),
  sample('a qcow2 that keeps its data elsewhere', 'qcow2', qcow2({ incompatible: 4n })),
  sample('a qcow2 that names a data file', 'qcow2', qcow2({ extensions: [[0x44415441, '/etc/passwd']] })),
  sample(
    'a qcow2 that names one in JSON',
    'qcow2',
    qcow2({ backingFile: 'json:{"driver":"nbd","host":"10.0.0.1"}' }),
  ),
  sample('a qcow2 with an unknown feature', 'qcow2', qcow2({ incompatible: 1n << 40n })),
  sample('a qcow2 that says it is corrupt', 'qcow2', qcow2({ incompatible: 2n })),
  sample('an encrypted qcow2', 'qcow2', qcow2({ encryption: 1 })),
  sample('a qcow2 encrypted by LUKS', 'qcow2', qcow2({ extensions: [[0x0537be77, '0123456789abcdef']] })),
  sample('a qcow2 whose header is longer than it', 'qcow2', qcow2({ headerLength: 2 ** 31 })),
  sample('the beginning of a qcow2 header', 'qcow2', qcow2().subarray(0, 20)),
  sample('a qcow2 header and no more', 'qcow2', qcow2().subarray(0, 512)),
  sample('a qcow2 cut off before its tables', 'qcow2', qcow2().subarray(0, 70_000)),
  sample('half a qcow2', 'qcow2', half(qcow2())),
  sample('a qcow2 that lacks its last cluster', 'qcow2', qcow2().subarray(0, 6 * 65_536)),
  sample('a qcow2 with its L1 table elsewhere', 'qcow2', qcow2({ l1Offset: 2n ** 40n })),
  sample('a qcow2 with its refcount table elsewhere', 'qcow2', qcow2({ refcountsOffset: 2n ** 40n })),
  sample('a qcow2 larger than its L1 table', 'qcow2', over(qcow2(), Buffer.from([1]), 24)),
]

const passwords = 'RW 2048 FLAT "/etc/passwd" 0'

const hostileVmdk: readonly SampleImage[] = [
  sample(
    'the descriptor of a VMDK elsewhere',
    'vmdk',
    vmdkDescriptor({ createType: 'monolithicFlat', extents: [passwords] }),
  ),
  sample(
    'such a descriptor after a comment',
    'vmdk',
    Buffer.concat([Buffer.from('\n \t'), vmdkDescriptor({ extents: [passwords] })]),
  ),
  sample('a VMDK that names another file', 'vmdk', vmdk({ extents: [passwords] })),
  sample(
    'a VMDK that names another file as well',
    'vmdk',
    vmdk({ extents: ['RW 2048 SPARSE "disk.vmdk"', passwords] }),
  ),
  sample('a VMDK whose extent has a path', 'vmdk', vmdk({ extents: ['RW 2048 SPARSE "../../secret.vmdk"'] })),
  sample(
    'a VMDK without a size, which is read by its descriptor',
    'vmdk',
    vmdk({ capacity: 0n, extents: [passwords] }),
  ),
  sample('a VMDK whose header and descriptor differ', 'vmdk', vmdk({ capacity: 2n ** 40n })),
  sample(
    'a VMDK whose footer and header differ',
    'vmdk',
    vmdk({ createType: 'streamOptimized', footer: true, footerCapacity: 1n }),
  ),
  sample('a VMDK with a parent', 'vmdk', vmdk({ lines: ['parentFileNameHint="/etc/passwd"'] })),
  sample(
    'a VMDK with the id of a parent',
    'vmdk',
    Buffer.from(vmdk().toString('latin1').replace('parentCID=ffffffff', 'parentCID=00000001'), 'latin1'),
  ),
  sample(
    'a VMDK with a parent behind its descriptor',
    'vmdk',
    over(vmdk(), Buffer.from('parentFileNameHint="/etc/passwd"'), 9_000),
  ),
  sample('a monolithicFlat VMDK', 'vmdk', vmdk({ createType: 'monolithicFlat' })),
  sample('a VMDK of two types', 'vmdk', vmdk({ lines: ['createType="monolithicFlat"'] })),
  sample('a VMDK of an older kind', 'vmdk', over(vmdk(), Buffer.from('COWD'), 0)),
  sample('half a VMDK', 'vmdk', half(vmdk())),
  sample('a VMDK whose tables lie elsewhere', 'vmdk', vmdk({ grainTable: 2 ** 30 })),
]

const hostileOthers: readonly SampleImage[] = [
  sample('a VHD that differs from a parent', 'vhd', vhd({ type: 'differencing', parent: '/etc/passwd' })),
  sample('a dynamic VHD with a parent', 'vhd', vhd({ parent: '/etc/passwd' })),
  sample('a VHD whose block lies elsewhere', 'vhd', vhd({ block: 2 ** 30 })),
  sample('half a VHD', 'vhd', half(vhd())),
  sample('a fixed VHD cut off in front', 'vhd', fixedVhd().subarray(512)),
  sample('a VHDX that says it has a parent', 'vhdx', vhdx({ hasParent: true })),
  sample('a VHDX that names a parent', 'vhdx', vhdx({ parentLocator: true })),
  sample('a VHDX with a log to be written', 'vhdx', vhdx({ log: true })),
  sample('a VHDX whose block lies elsewhere', 'vhdx', vhdx({ block: 2 ** 30 })),
  sample('half a VHDX', 'vhdx', half(vhdx())),
  sample('a VDI that differs from another', 'vdi', vdi({ type: 4 })),
  sample('a VDI with a parent', 'vdi', vdi({ parent: Buffer.alloc(16, 1) })),
  sample('a VDI whose block lies elsewhere', 'vdi', vdi({ block: 1_000 })),
  sample('a VDI larger than its map', 'vdi', over(vdi(), Buffer.from([1]), 374)),
  sample('an encrypted disk', 'qcow2', over(Buffer.alloc(4096), Buffer.from('LUKS\xba\xbe', 'latin1'), 0)),
  sample('a QED', 'raw', over(Buffer.alloc(4096), Buffer.from('QED\0', 'latin1'), 0)),
]

const misnamed: readonly SampleImage[] = [
  ...honestImages
    .filter(({ format }) => !['raw', 'aki'].includes(format))
    .flatMap(({ what, format, data }) =>
      format === 'iso' ? [] : [sample(`${what} that claims to be raw`, 'raw', data)],
    ),
  ...['qcow2', 'vmdk', 'vhd', 'vhdx', 'vdi', 'iso'].map((format) =>
    sample(`noise that claims to be ${format}`, format, Buffer.alloc(70_000, 'n')),
  ),
  sample('a qcow2 that claims to be a VMDK', 'vmdk', qcow2()),
  sample('a VMDK that claims to be a kernel', 'aki', vmdk()),
]

/** Images that are valid in two formats: checked as one, they would be read as the other. */
const chimeras: readonly SampleImage[] = ['qcow2', 'iso']
  .map((format) =>
    sample(
      `a qcow2 that is a CD too, as ${format}`,
      format,
      over(qcow2(), isoDisk().subarray(32_768, 36_864), 32_768),
    ),
  )
  .concat(
    sample('a qcow2 with the footer of a VHD', 'qcow2', Buffer.concat([qcow2(), fixedVhd(Buffer.alloc(0))])),
    sample('a VHD that begins as a qcow2', 'vhd', fixedVhd(qcow2())),
    sample('a VMDK that is a disk too', 'vmdk', over(vmdk(), Buffer.from([0x55, 0xaa]), 510)),
  )

/** Images that would make their host read other files, that are incomplete, or that are not of the claimed format. */
export const hostileImages: readonly SampleImage[] = [
  ...hostileQcow2,
  ...hostileVmdk,
  ...hostileOthers,
  ...misnamed,
  ...chimeras,
]
