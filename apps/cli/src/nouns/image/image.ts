import { listImages, removeTag, updateImage } from '@nimbo/contracts/image/images'
import { deleteEach } from '../../cloud/delete-each.ts'
import { find, findId, findOptionalId } from '../../cloud/find.ts'
import { inImage, performAll } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { either, flag, integer, list as listOption, oneOf, properties, text } from '../../grammar/option.ts'
import { column, listCell } from '../../output/cells.ts'
import { listOf, nothing } from '../../output/result.ts'
import { findOptionalIn, projectKind } from '../identity/identity-kinds.ts'
import { imageKind } from './image-kind.ts'
import { imageSharingCommands } from './image-member.ts'
import { showImage } from './image-view.ts'
import { pointer } from './pointer.ts'

const list = command({
  words: 'image list',
  summary: 'List available images',
  output: 'list',
  options: {
    visibility: either(
      {
        '--public': 'public',
        '--private': 'private',
        '--community': 'community',
        '--shared': 'shared',
        '--all': 'all',
      },
      'List only images with this visibility',
    ),
    property: properties('Filter output based on property (repeat option to filter on multiple properties)'),
    name: text('<name>', 'Filter images based on name'),
    status: text('<status>', 'Filter images based on status'),
    memberStatus: oneOf(
      ['accepted', 'pending', 'rejected', 'all'],
      'List only shared images with this member status',
    ),
    tag: listOption('<tag>', 'Filter images based on tag (repeatable)'),
    project: text('<project>', 'Search by project (admin only) (name or ID)'),
    projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
    hidden: flag('List hidden images'),
    long: flag('List additional fields in output'),
    sort: text('<key>[:<direction>]', 'Sort output by selected keys and directions (default: name:asc)'),
    limit: integer('<num-images>', 'Maximum number of images to display'),
    marker: text('<image>', 'The last image of the previous page (name or ID)'),
  },
  run: async (session, { property, project, projectDomain, long, marker, ...asked }) => {
    const query = {
      visibility: asked.visibility,
      name: asked.name,
      status: asked.status,
      member_status: asked.memberStatus,
      tag: asked.tag,
      owner: await findOptionalIn(session, projectKind, project, projectDomain),
      os_hidden: asked.hidden ? true : undefined,
      sort: asked.sort ?? 'name:asc',
      limit: asked.limit,
      marker: await findOptionalId(session, imageKind, marker),
      ...property,
    }
    const rows = await performAll(session, inImage(listImages), { query }, asked.limit)
    if (!long) return listOf({ ID: 'id', Name: 'name', Status: 'status' }, rows)
    return listOf(
      {
        ID: 'id',
        Name: 'name',
        'Disk Format': 'disk_format',
        'Container Format': 'container_format',
        Size: 'size',
        Checksum: 'checksum',
        Status: 'status',
        Visibility: 'visibility',
        Protected: 'protected',
        Project: 'owner',
        Tags: column(listCell, 'tags'),
      },
      rows,
    )
  },
})

const show = command({
  words: 'image show',
  summary: 'Display image details',
  output: 'one',
  positionals: { image: one('<image>', 'Image to display (name or ID)') },
  options: { humanReadable: flag('Print image size in a human-friendly format') },
  run: async (session, { image, humanReadable }) =>
    showImage(await find(session, imageKind, image), humanReadable),
})

const unset = command({
  words: 'image unset',
  summary: 'Unset image tags and properties',
  calls: [inImage(updateImage)],
  output: 'none',
  positionals: { image: one('<image>', 'Image to modify (name or ID)') },
  options: {
    tag: listOption('<tag>', 'Unset a tag on this image (repeatable)'),
    property: listOption('<property-key>', 'Unset a property on this image (repeatable)'),
  },
  run: async (session, { image, tag, property }) => {
    const path = { image_id: await findId(session, imageKind, image) }
    for (const each of tag) await session.api.image.call(removeTag, { path: { ...path, tag: each } })
    const patches = property.map((key) => ({ op: 'remove', path: pointer(key) }))
    if (patches.length > 0) await session.api.image.call(updateImage, { path, body: patches })
    return nothing
  },
})

const remove = command({
  words: 'image delete',
  summary: 'Delete image(s)',
  output: 'none',
  positionals: { images: many('<image>', 'Image(s) to delete (name or ID)') },
  run: async (session, { images }) => {
    await deleteEach(session, imageKind, images)
    return nothing
  },
})

export const imageCommands = [list, show, remove, unset, ...imageSharingCommands]
