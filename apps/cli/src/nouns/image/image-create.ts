import { createReadStream, fstatSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { uploadImage } from '@nimbo/contracts/image/images'
import { CliError } from '../../cloud/cli-error.ts'
import { create, getById, removeById } from '../../cloud/find.ts'
import { given, textAt } from '../../cloud/json-values.ts'
import type { Session, Streams } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { either, integer, list, oneOf, properties, text } from '../../grammar/option.ts'
import { findOptionalIn, projectKind } from '../identity/identity-kinds.ts'
import { imageKind } from './image-kind.ts'
import { showImage } from './image-view.ts'

const containerFormats = ['ami', 'ari', 'aki', 'bare', 'docker', 'ova', 'ovf'] as const
const diskFormats = [
  'ami',
  'ari',
  'aki',
  'vhd',
  'vmdk',
  'raw',
  'qcow2',
  'vhdx',
  'vdi',
  'iso',
  'ploop',
] as const

/** The options that `image create` and `image set` share. */
export const imageAttributes = {
  containerFormat: oneOf(containerFormats, 'Image container format (default: bare)'),
  diskFormat: oneOf(diskFormats, 'Image disk format (default: raw)'),
  minDisk: integer('<disk-gb>', 'Minimum disk size needed to boot image, in gigabytes'),
  minRam: integer('<ram-mb>', 'Minimum RAM size needed to boot image, in megabytes'),
  protection: either(
    { '--protected': true, '--unprotected': false },
    'Prevent the image from being deleted, or allow it',
  ),
  visibility: either(
    { '--public': 'public', '--private': 'private', '--community': 'community', '--shared': 'shared' },
    'Who can see the image',
  ),
  property: properties('Set a property on this image (repeat option to set multiple properties)'),
  tag: list('<tag>', 'Set a tag on this image (repeat option to set multiple tags)'),
  project: text('<project>', 'Set an alternate project on this image (name or ID)'),
  projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
}

/** Whether data is piped in: standard input is neither a terminal nor a device such as /dev/null. */
const isFed = ({ isTTY, fd }: Streams['stdin']): boolean => {
  if (isTTY) return false
  return fd === undefined || !fstatSync(fd).isCharacterDevice()
}

/** The image's data: a file, or standard input; `undefined` for an image whose data is uploaded later. */
const contentOf = async (file: string | undefined, { stdin }: Streams): Promise<Readable | undefined> => {
  if (file === undefined) return isFed(stdin) ? stdin : undefined
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new CliError(`Image file ${file} not found`)
  return createReadStream(file)
}

/** Uploads the data, and deletes the image when that fails, so that no empty image is left. */
const upload = async (session: Session, id: string, content: Readable): Promise<void> => {
  try {
    await session.api.image.call(uploadImage, { path: { image_id: id }, body: content })
  } catch (error) {
    await removeById(session, imageKind, id).catch(() => {})
    throw error
  }
}

/** `image create`. The data comes from `--file`, or from standard input when it is piped. */
export const createImage = command({
  words: 'image create',
  summary: 'Create/upload an image',
  output: 'one',
  positionals: { name: one('<image-name>', 'New image name') },
  options: {
    id: text('<id>', 'Image ID to reserve'),
    file: text('<file>', 'Upload image from local file'),
    ...imageAttributes,
  },
  run: async (session, { name, id, file, property, tag, project, projectDomain, ...asked }) => {
    const content = await contentOf(file, session.streams)
    const members = {
      name,
      id,
      container_format: asked.containerFormat ?? 'bare',
      disk_format: asked.diskFormat ?? 'raw',
      min_disk: asked.minDisk,
      min_ram: asked.minRam,
      protected: asked.protection,
      visibility: asked.visibility,
      tags: tag.length > 0 ? tag : undefined,
      owner: await findOptionalIn(session, projectKind, project, projectDomain),
      ...property,
    }
    const image = await create(session, imageKind, given(members))
    if (content === undefined) return showImage(image)
    const imageId = textAt(image, 'id')
    await upload(session, imageId, content)
    return showImage(await getById(session, imageKind, imageId))
  },
})
