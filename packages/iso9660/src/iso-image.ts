import { directoryRecord } from './directory-record.ts'
import { sectorSize } from './fields.ts'
import { type Entry, type PlannedDirectory, placeRecord, planHierarchy } from './hierarchy.ts'
import { joliet } from './joliet.ts'
import { firstDescriptor, type HierarchyLayout, layOut } from './layout.ts'
import { pathTable } from './path-table.ts'
import { rockRidge } from './rock-ridge.ts'
import { treeOf } from './tree.ts'
import { setTerminator, volumeDescriptor } from './volume-descriptor.ts'

export interface IsoContent {
  /** The label guests look for, such as `config-2`; at most 16 characters of Latin-1. */
  readonly volumeId: string
  /** Contents by path; `/` separates names, and directories are made as needed. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The one instant every date in the image shows. Fixed by default, so that equal content makes equal images. */
  readonly modifiedAt?: Date
}

/** A whole ISO 9660 image with Rock Ridge and Joliet names, so that Linux and Windows both see the names as given. */
export const isoImage = ({ volumeId, files, modifiedAt = new Date(0) }: IsoContent): Buffer => {
  if (!/^[\x20-\x7e\xa0-\xff]{1,16}$/.test(volumeId))
    throw new Error(`"${volumeId}" is no volume label: 1 to 16 characters of Latin-1`)
  const root = treeOf(files)
  const layout = layOut(root, [planHierarchy(root, rockRidge), planHierarchy(root, joliet)])
  const image = Buffer.alloc(layout.sectors * sectorSize)
  const write = (sector: number, bytes: Uint8Array) => image.set(bytes, sector * sectorSize)

  layout.hierarchies.forEach((hierarchy, index) => {
    const { directories, tables, tableSize, extentOf } = hierarchy
    const locationOf = ({ node }: PlannedDirectory) => extentOf(node).location
    write(tables.little, pathTable(directories, locationOf, 'little'))
    write(tables.big, pathTable(directories, locationOf, 'big'))
    for (const directory of directories)
      write(locationOf(directory), renderDirectory(directory, hierarchy, modifiedAt))
    const facts = {
      volumeId,
      sectors: layout.sectors,
      pathTableSize: tableSize,
      littlePathTable: tables.little,
      bigPathTable: tables.big,
      rootRecord: renderEntry({ node: root, ...bareRoot }, hierarchy, modifiedAt),
      modifiedAt,
    }
    write(firstDescriptor + index, volumeDescriptor(index === 0 ? 'primary' : 'joliet', facts))
  })
  write(firstDescriptor + layout.hierarchies.length, setTerminator())
  for (const [file, { location }] of layout.files) write(location, file.content)
  return image
}

/** How the root is named in the volume descriptors, which have no room for more. */
const bareRoot = { identifier: Buffer.from([0]), systemUse: Buffer.alloc(0) }

const renderDirectory = (
  directory: PlannedDirectory,
  hierarchy: HierarchyLayout,
  modifiedAt: Date,
): Buffer => {
  const bytes = Buffer.alloc(directory.size)
  let offset = 0
  for (const entry of directory.entries) {
    const record = renderEntry(entry, hierarchy, modifiedAt)
    offset = placeRecord(offset, record.length)
    record.copy(bytes, offset)
    offset += record.length
  }
  return bytes
}

const renderEntry = (
  { node, identifier, systemUse }: Entry,
  { extentOf }: HierarchyLayout,
  modifiedAt: Date,
): Buffer =>
  directoryRecord({
    identifier,
    systemUse,
    ...extentOf(node),
    isDirectory: node.kind === 'directory',
    modifiedAt,
  })
