import type { PlainServiceProfile, ServiceProfile, serviceProfile } from '@nimbo/contracts/network/flavors'
import type { Change } from '@nimbo/resource/hooks'
import type { Inside } from '../../app/deps.ts'
import { errors } from './errors.ts'
import { providers } from './providers.ts'

/** Throws unless the profile has a known driver or metainfo. */
export const checkProfile = async (_inside: Inside, { driver, metainfo }: ServiceProfile): Promise<void> => {
  if (driver === '' && metainfo === '') throw errors.ServiceProfileEmpty()
  if (driver !== '' && !providers.some((provider) => provider.driver === driver))
    throw errors.ServiceProfileDriverNotFound({ driver })
}

/** Refuses to change or delete a profile that a flavor uses. */
export const refuseWhileChosen = async ({ db }: Inside, { id }: PlainServiceProfile): Promise<void> => {
  const flavor = await db
    .selectFrom('flavor_profiles')
    .select('flavor_id')
    .where('service_profile_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (flavor) throw errors.ServiceProfileInUse({ id })
}

export const checkChange = async (
  inside: Inside,
  { after }: Change<typeof serviceProfile>,
): Promise<void> => {
  await refuseWhileChosen(inside, after)
  await checkProfile(inside, after)
}
