import type { Json, JsonObject } from '@nimbo/kernel/json'
import { rollingBy } from './rolling-policy.ts'
import type { Rolling } from './rolling.ts'

interface Group {
  readonly AvailabilityZones: readonly unknown[]
  readonly Tags?: readonly { readonly Key: string; readonly Value: string }[]
}

const given = (pairs: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== undefined && value !== null))

/** A server of a group, as its launch configuration has it. */
export const instanceOf = (
  { ImageId, InstanceType, KeyName, UserData, SecurityGroups }: JsonObject,
  { AvailabilityZones: [zone], Tags = [] }: Group,
): JsonObject => ({
  type: 'OS::Nova::Server',
  properties: given({
    ...{ image: ImageId, flavor: InstanceType, key_name: KeyName, user_data: UserData },
    security_groups: SecurityGroups,
    // Templates made for several zones name what no cloud of one zone has.
    availability_zone: zone === 'nova' ? 'nova' : undefined,
    metadata: Object.fromEntries(Tags.map(({ Key, Value }) => [Key, Value])),
  }),
})

/** Minutes and seconds as templates of this kind write them: `PT1M30S`. */
const secondsOf = (text: Json | undefined): number => {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(String(text ?? '')) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** The policy of such a group, which has words of its own. */
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
