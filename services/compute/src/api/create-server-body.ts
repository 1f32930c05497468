import { createServerBody as bodyKnowing } from '@nimbo/contracts/compute/create-server'
import { versioned } from '@nimbo/http/versioned'

const base = { personality: true } as const
const v219 = { ...base, description: true } as const
const v232 = { ...v219, deviceTags: true } as const
const v237 = { ...v232, networksRequired: true } as const
const v252 = { ...v237, tags: true } as const
const { personality: _, ...v257 } = v252
const v263 = { ...v257, trustedCertificates: true } as const
const v267 = { ...v263, volumeType: true } as const
const v274 = { ...v267, destination: true } as const
const v290 = { ...v274, hostname: 'label' } as const
const v294 = { ...v274, hostname: 'fqdn' } as const

interface Lifting {
  readonly server: Readonly<Record<string, unknown>>
}

const same = (body: unknown): unknown => body
const filled =
  (defaults: (server: Lifting['server']) => Readonly<Record<string, unknown>>) =>
  (body: unknown): unknown => {
    const lifting = body as Lifting
    return { ...lifting, server: { ...defaults(lifting.server), ...lifting.server } }
  }

/** `POST /servers` over the microversions; the use case sees a `CreateServerRequest`. */
export const createServerBody = versioned(bodyKnowing(v294))
  .before('2.94', bodyKnowing(v290), same)
  .before('2.90', bodyKnowing(v274), same)
  .before('2.74', bodyKnowing(v267), same)
  .before('2.67', bodyKnowing(v263), same)
  .before('2.63', bodyKnowing(v257), same)
  .before('2.57', bodyKnowing(v252), same)
  .before('2.52', bodyKnowing(v237), same)
  .before(
    '2.37',
    bodyKnowing(v232),
    filled(() => ({ networks: 'available' })),
  )
  .before('2.32', bodyKnowing(v219), same)
  .before(
    '2.19',
    bodyKnowing(base),
    filled(({ name }) => ({ description: name })),
  )
