import type { Json, JsonObject } from '@nimbo/kernel/json'
import { rollingBy } from './rolling-policy.ts'
import type { Rolling } from './rolling.ts'

interface Group {
  readonly AvailabilityZones: readonly unknown[]
  readonly Tags?: readonly { readonly Key: string; readonly Value: string }[]
}

const given = (pairs: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== undefined && value !== null))

/** The server of a group by its launch configuration. */
export const instanceOf = (
  { ImageId, InstanceType, KeyName, UserData, SecurityGroups }: JsonObject,
  { AvailabilityZones: [zone], Tags = [] }: Group,
): JsonObject => ({
  type: 'OS::Nova::Server',
  properties: given({
    ...{ image: ImageId, flavor: InstanceType, key_name: KeyName, user_data: UserData },
    security_groups: SecurityGroups,
    // Only the zone `nova` is passed on: templates written for several zones name zones that a cloud with one zone does not have.
    availability_zone: zone === 'nova' ? 'nova' : undefined,
    metadata: Object.fromEntries(Tags.map(({ Key, Value }) => [Key, Value])),
  }),
})

/** Parses an ISO 8601 duration in hours, minutes and seconds: `PT1M30S`. */
const secondsOf = (text: Json | undefined): number => {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(String(text ?? '')) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** The rolling update policy of such a group, whose keys are AWS's. */
export const instanceRolling = (policies: JsonObject | undefined): Rolling | undefined => {
  const policy = policies?.RollingUpdate
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) return undefined
  const said: JsonObject = Object.fromEntries(Object.entries(policy))
  const { MaxBatchSize, MinInstancesInService, PauseTime } = said
  return rollingBy(
    {
      rolling_update: {
        max_batch_size: MaxBatchSize ?? 1,
        min_in_service: MinInstancesInService ?? 0,
        pause_time: secondsOf(PauseTime),
      },
    },
    'rolling_update',
  )
}
