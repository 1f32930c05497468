import { deactivateImage, reactivateImage, showImage } from '@nimbo/contracts/image/images'
import { addMember, listMembers, removeMember } from '@nimbo/contracts/image/members'
import type { Clients } from '../../resource-type/clients.ts'
import type { Standing } from '../../resource-type/handling.ts'
import { without } from '../changed-keys.ts'
import type { WebImageProperties } from './web-image-properties.ts'

/** Reads the image from Glance. */
export const liveImage = ({ clients, id }: { readonly clients: Clients; readonly id: string }) =>
  clients.image.call(showImage, { path: { image_id: id } })

/** Sets the members of an image that has its data, and deactivates or reactivates it. */
export const settle = async (
  { clients, id, properties }: Standing<WebImageProperties>,
  before?: WebImageProperties['members'],
): Promise<void> => {
  const path = { image_id: id }
  const { members, active } = properties
  if (members !== undefined || before !== undefined) {
    const shared = (await clients.image.call(listMembers, { path })).members.map(({ member_id }) => member_id)
    for (const member of without(members, shared))
      await clients.image.call(addMember, { path, body: { member } })
    for (const member_id of without(shared, members))
      await clients.image.call(removeMember, { path: { ...path, member_id } })
  }
  const { status } = await liveImage({ clients, id })
  if (active && status === 'deactivated') await clients.image.call(reactivateImage, { path })
  if (!active && status === 'active') await clients.image.call(deactivateImage, { path })
}
