import { addUserToGroup, removeUserFromGroup } from '@nimbo/contracts/identity/memberships'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Clients } from '../../resource-type/clients.ts'

type Groups = readonly string[] | undefined

/** Adds a user to the wanted groups, and removes it from those of the previous template. */
export const joinGroups = async (
  { identity }: Clients,
  user_id: string,
  { wanted = [], before = [] }: { readonly wanted?: Groups; readonly before?: Groups },
): Promise<void> => {
  for (const group_id of wanted.filter((id) => !before.includes(id)))
    await identity.call(addUserToGroup, { path: { group_id, user_id } })
  for (const group_id of before.filter((id) => !wanted.includes(id)))
    await unlessNotFound(identity.call(removeUserFromGroup, { path: { group_id, user_id } }))
}
