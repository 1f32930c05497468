import { type Asked, askedOf, refused } from './asked.ts'

const policies = ['dedicated', 'shared', 'mixed'] as const
const threadPolicies = ['prefer', 'isolate', 'require'] as const
const emulatorPolicies = ['share', 'isolate'] as const

const available = (words: readonly string[]): string => `(${words.map((word) => `'${word}'`).join(', ')})`

const oneOf = <Word extends string>(
  words: readonly Word[],
  value: string | undefined,
  otherwise: (available: string) => string,
): Word | undefined => {
  if (value === undefined) return undefined
  const known = words.find((word) => word === value)
  if (known === undefined) throw refused(otherwise(available(words)))
  return known
}

/** The values of the flavor and of the image; refuses unknown ones. */
const bothOf = <Word extends string>(asked: Asked, key: string, what: string, words: readonly Word[]) => {
  const { ofFlavor, ofImage } = askedOf(asked, key)
  const from = (source: string, value: string | undefined) =>
    oneOf(
      words,
      value,
      (known) => `${what} requested from '${source}' is invalid, given: '${value}', available: '${known}'.`,
    )
  return { ofFlavor: from('flavor extra specs', ofFlavor), ofImage: from('image properties', ofImage) }
}

/** The CPU policy; an image may only narrow what the flavor leaves open. */
export const cpuPolicy = (asked: Asked): (typeof policies)[number] | undefined => {
  const { ofFlavor, ofImage } = bothOf(asked, 'cpu_policy', 'CPU policy', policies)
  const overrides =
    (ofFlavor === 'mixed' && ofImage === 'dedicated') ||
    (ofFlavor === 'shared' && (ofImage === 'mixed' || ofImage === 'dedicated'))
  if (overrides)
    throw refused(
      "Image property 'hw_cpu_policy' is not permitted to override CPU pinning policy set against the flavor",
    )
  return ofFlavor ?? ofImage
}

/** The thread policy; `prefer` in the flavor leaves the choice to the image. */
export const cpuThreadPolicy = (asked: Asked): (typeof threadPolicies)[number] | undefined => {
  const { ofFlavor, ofImage } = bothOf(asked, 'cpu_thread_policy', 'CPU thread policy', threadPolicies)
  if (ofFlavor === undefined || ofFlavor === 'prefer') return ofFlavor ?? ofImage
  if (ofImage !== undefined && ofImage !== ofFlavor)
    throw refused(
      "Image property 'hw_cpu_thread_policy' is not permitted to override CPU thread pinning policy set against the flavor",
    )
  return ofFlavor
}

/** Where the emulator's threads run; only the flavor decides. */
export const emulatorThreadsPolicy = (asked: Asked): (typeof emulatorPolicies)[number] | undefined => {
  const { ofFlavor } = askedOf(asked, 'emulator_threads_policy')
  return oneOf(
    emulatorPolicies,
    ofFlavor,
    (known) =>
      `CPU emulator threads option requested is invalid, given: '${ofFlavor}', available: '${known}'.`,
  )
}
