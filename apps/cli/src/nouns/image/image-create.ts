import type { Readable } from 'node:stream'
import { uploadImage } from '@nimbo/contracts/image/images'
import { importImage, stageImage } from '@nimbo/contracts/image/imports'
import { create, getById, removeById } from '../../cloud/find.ts'
import { given, textAt } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { flag, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { findOptionalIn, projectKind } from '../identity/identity-kinds.ts'
import { imageAttributes } from './image-attributes.ts'
import { contentOf, contentOptions } from './image-content.ts'
import { imageKind } from './image-kind.ts'
import { showImage } from './image-view.ts'

const send = async ({ api }: Session, id: string, body: Readable, byImport: boolean): Promise<void> => {
  const path = { image_id: id }
  await api.image.call(byImport ? stageImage : uploadImage, { path, body })
  if (byImport) await api.image.call(importImage, { path, body: { method: { name: 'glance-direct' } } })
}

/** Uploads the data, and deletes the image when that fails, so that no empty image is left. */
const upload = async (session: Session, id: string, content: Readable, byImport: boolean): Promise<void> => {
  try {
    await send(session, id, content, byImport)
  } catch (error) {
    await removeById(session, imageKind, id).catch(() => {})
    throw error
  }
}

/** Options of `image create` alone. */
const onlyAtCreation = {
  id: text('<id>', 'Image ID to reserve'),
  ...contentOptions,
  volume: text('<volume>', 'Create image from a volume (name or ID)'),
  force: flag('Force image creation if volume is in use (only meaningful with --volume)'),
  import: flag('Force the use of glance image import instead of direct upload'),
  signKeyPath: text(
    '<sign-key-path>',
    'Sign the image using the specified private key. Only use in combination with --sign-cert-id',
  ),
  signCertId: text(
    '<sign-cert-id>',
    'ID of the secret with the certificate of the key. Only use in combination with --sign-key-path',
  ),
}

/** `image create`. The data comes from `--file`, from standard input when it is piped, or from a volume. */
const createImage = command({
  words: 'image create',
  summary: 'Create/upload an image',
  output: 'one',
  positionals: { name: one('<image-name>', 'New image name') },
  options: { ...onlyAtCreation, ...imageAttributes },
  run: async (session, { name, id, file, progress, property, tag, project, projectDomain, ...asked }) => {
    const { containerFormat = 'bare', diskFormat = 'raw', visibility, protection, volume, force } = asked
    const formats = { containerFormat, diskFormat }
    if (volume !== undefined) {
      if (file !== undefined) throw new UsageError('argument --volume: not allowed with argument --file')
      // Loaded only here, since it loads the contracts of the volume API.
      const { imageOfVolume } = await import('./image-of-volume.ts')
      return imageOfVolume(session, { name, volume, force, ...formats, visibility, protection })
    }
    const content = await contentOf(session, { file, progress })
    const { signatureProperties } = await import('./sign-image.ts')
    const members = {
      name,
      id,
      container_format: containerFormat,
      disk_format: diskFormat,
      min_disk: asked.minDisk,
      min_ram: asked.minRam,
      protected: protection,
      visibility,
      tags: tag.length > 0 ? tag : undefined,
      owner: await findOptionalIn(session, projectKind, project, projectDomain),
      ...property,
      ...(await signatureProperties(session, { file, ...asked })),
    }
    const image = await create(session, imageKind, given(members))
    if (content === undefined) return showImage(image)
    const imageId = textAt(image, 'id')
    await upload(session, imageId, content, asked.import)
    return showImage(await getById(session, imageKind, imageId))
  },
})

export const imageCreateCommands = [createImage]
