import { deactivateImage, reactivateImage, updateImage } from '@nimbo/contracts/image/images'
import { updateMember } from '@nimbo/contracts/image/members'
import { find } from '../../cloud/find.ts'
import { given, textAt } from '../../cloud/json-values.ts'
import { ownProject } from '../../cloud/own-project.ts'
import { inImage, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { either, text } from '../../grammar/option.ts'
import { nothing, type Row } from '../../output/result.ts'
import { findOptionalIn, projectKind } from '../identity/identity-kinds.ts'
import { imageAttributes } from './image-attributes.ts'
import { imageKind } from './image-kind.ts'
import { pointer } from './pointer.ts'

/** One JSON patch operation per member: `replace` when the image has it, else `add`. */
const patch = (image: Row, members: Row) =>
  Object.entries(members).map(([key, value]) => ({
    op: Object.hasOwn(image, key) ? 'replace' : 'add',
    path: pointer(key),
    value,
  }))

/** Options of `image set` whose values are properties of the same name. */
const guestProperties = {
  architecture: text('<architecture>', 'Operating system architecture'),
  instanceId: text('<instance-id>', 'ID of server instance used to create this image'),
  kernelId: text('<kernel-id>', 'ID of kernel image used to boot this disk image'),
  osDistro: text('<os-distro>', 'Operating system distribution name'),
  osVersion: text('<os-version>', 'Operating system distribution version'),
  ramdiskId: text('<ramdisk-id>', 'ID of ramdisk image used to boot this disk image'),
}

/** Accepts or rejects the image for the given project, or for the caller's own. */
const answer = async (
  session: Session,
  imageId: string,
  { membership, owner }: { membership: 'accepted' | 'rejected' | 'pending'; owner: string | undefined },
): Promise<void> => {
  const path = { image_id: imageId, member_id: owner ?? (await ownProject(session)) }
  await session.api.image.call(updateMember, { path, body: { status: membership } })
}

/** `image set`. */
const setImage = command({
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
    ...guestProperties,
    membership: either(
      { '--accept': 'accepted', '--reject': 'rejected', '--pending': 'pending' },
      'Accept or reject the membership of the project in a shared image, or reset it to pending',
    ),
    concealed: either(
      { '--hidden': true, '--unhidden': false },
      'Hide the image from the default image list, or show it there',
    ),
  },
  run: async (session, { image, name, property, tag, project, projectDomain, activation, ...asked }) => {
    const found = await find(session, imageKind, image)
    const path = { image_id: textAt(found, 'id') }
    if (activation !== undefined) await perform(session, inImage(activation), { path })
    const owner = await findOptionalIn(session, projectKind, project, projectDomain)
    const { membership } = asked
    if (membership !== undefined) await answer(session, path.image_id, { membership, owner })
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
      // With a membership, the project is the member.
      owner: membership === undefined ? owner : undefined,
      architecture: asked.architecture,
      instance_id: asked.instanceId,
      kernel_id: asked.kernelId,
      os_distro: asked.osDistro,
      os_version: asked.osVersion,
      ramdisk_id: asked.ramdiskId,
      tags: tag.length > 0 ? [...new Set([...had, ...tag])] : undefined,
      ...property,
    })
    if (Object.keys(members).length > 0) {
      await session.api.image.call(updateImage, { path, body: patch(found, members) })
    }
    return nothing
  },
})

export const imageSetCommands = [setImage]
