import {
  deactivateImage,
  listImages,
  reactivateImage,
  removeTag,
  updateImage,
} from '@nimbo/contracts/image/images'
import { deleteEach } from '../../cloud/delete-each.ts'
import { find, findId, findOptionalId } from '../../cloud/find.ts'
import { given, textAt } from '../../cloud/json-values.ts'
import { inImage, perform, performAll } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { either, flag, integer, list as listOption, properties, text } from '../../grammar/option.ts'
import { column, listCell } from '../../output/cells.ts'
import { listOf, nothing, type Row } from '../../output/result.ts'
import { findOptionalIn, projectKind } from '../identity/identity-kinds.ts'
import { createImage, imageAttributes } from './image-create.ts'
import { imageKind } from './image-kind.ts'
import { imageSharingCommands } from './image-member.ts'
import { saveImage } from './image-save.ts'
import { showImage } from './image-view.ts'

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
      'List only images of this visibility',
    ),
    property: properties('Filter output based on property (repeat option to filter on multiple properties)'),
    name: text('<name>', 'Filter images based on name'),
    status: text('<status>', 'Filter images based on status'),
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

/** The JSON pointer of a property, for a JSON patch. */
const pointer = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** One JSON patch operation per member: `replace` when the image has it, else `add`. */
const patch = (image: Row, members: Row) =>
  Object.entries(members).map(([key, value]) => ({
    op: Object.hasOwn(image, key) ? 'replace' : 'add',
    path: pointer(key),
    value,
  }))

const set = command({
  words: 'image set',
  summary: 'Set image properties',
  output: 'none',
  positionals: { image: one('<image>', 'Image to modify (name or ID)') },
  options: {
    ...imageAttributes,
    name: text('<name>', 'New image name'),
    activation: either(
      { '--activate': reactivateImage, '--deactivate': deactivateImage },
      'Activate or deactivate the image',
    ),
    concealed: either(
      { '--hidden': true, '--unhidden': false },
      'Hide the image from the default list, or show it there',
    ),
  },
  run: async (session, { image, name, property, tag, project, projectDomain, activation, ...asked }) => {
    const found = await find(session, imageKind, image)
    const path = { image_id: textAt(found, 'id') }
    if (activation !== undefined) await perform(session, inImage(activation), { path })
    const had = Array.isArray(found.tags) ? found.tags : []
    const members = given({
      name,
      container_format: asked.containerFormat,
      disk_format: asked.diskFormat,
      min_disk: asked.minDisk,
      min_ram: asked.minRam,
      protected: asked.protection,
      visibility: asked.visibility,
      os_hidden: asked.concealed,
      owner: await findOptionalIn(session, projectKind, project, projectDomain),
      tags: tag.length > 0 ? [...new Set([...had, ...tag])] : undefined,
      ...property,
    })
    if (Object.keys(members).length > 0) {
      await session.api.image.call(updateImage, { path, body: patch(found, members) })
    }
    return nothing
  },
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

export const imageCommands = [createImage, list, show, saveImage, set, remove, unset, ...imageSharingCommands]
